import type { Rollup } from 'vite'
import { criticalStyle } from './criticalStyle.ts'
import { partsOf } from './partsOf.ts'

interface Head {
  /** The module whose scripts and style sheets are requested. */
  readonly route: string
  /** Rules of this page alone. */
  readonly rules: readonly string[]
  readonly body: string
  readonly bundle: Rollup.OutputBundle
  /** Whether it shows its content before the app starts. */
  readonly isRendered: boolean
}

/**
 * The styles of the first paint are in the page. The scripts and the complete style sheets are only requested: the
 * app's first script adds them, and requests those of a rendered page once it is painted (src/pageParts.ts).
 */
export function withHead(html: string, { route, rules, body, bundle, isRendered }: Head): string {
  const { styles, scripts } = partsOf(bundle, route)
  const [link = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  const [address = ''] = /[^"]*\.css/.exec(link) ?? []
  // The sheet of the app comes first: later ones override it.
  const appSheet = address.slice(1)
  const names = [appSheet, ...styles.filter((name) => name !== appSheet)]
  const css = [...names.map((name) => textOf(bundle, name)), ...rules].join('\n')
  const parts = [
    ...scripts
      .filter((name) => !html.includes(name))
      .map(
        (name) => `<link rel="modulepreload"${isRendered ? ' fetchpriority="low"' : ''} crossorigin href="/${name}">`,
      ),
    ...names.map((name) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${name}">`),
  ]
  const tags = [
    `<style>${criticalStyle(css, body)}</style>`,
    ...(isRendered ? [`<template id="parts">${parts.join('')}</template>`] : parts),
  ]
  return html.replace(link, '').replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`)
}

function textOf(bundle: Rollup.OutputBundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`${name} is not built`)
  return String(file.source).trim()
}
