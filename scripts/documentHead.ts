import type { Rollup } from 'vite'
import { criticalStyle } from './criticalStyle.ts'
import { partsOf } from './partsOf.ts'

export interface Styled {
  /** The module whose scripts and style sheets are requested. */
  readonly route: string
  /** Rules of this page alone. */
  readonly rules: readonly string[]
  /** The content that is styled. */
  readonly body: string
  readonly bundle: Rollup.OutputBundle
}

interface Head extends Styled {
  /** Whether it shows its content before the app starts. */
  readonly isRendered: boolean
}

/**
 * The styles of the first paint are in the page. The scripts and the complete style sheets are only requested: the
 * app's first script adds them, and requests those of a rendered page once it is painted (src/pageParts.ts).
 */
export function withHead(html: string, { isRendered, ...styled }: Head): string {
  const { names, scripts } = requestedBy(html, styled)
  const parts = [
    ...scripts
      .filter((name) => !html.includes(name))
      .map(
        (name) => `<link rel="modulepreload"${isRendered ? ' fetchpriority="low"' : ''} crossorigin href="/${name}">`,
      ),
    ...names.map((name) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${name}">`),
  ]
  const tags = [
    `<style>${styleOf(html, styled)}</style>`,
    ...(isRendered ? [`<template id="parts">${parts.join('')}</template>`] : parts),
  ]
  return html.replace(appLink, '').replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`)
}

/** The rules of a page's style sheets that its content needs. */
export function styleOf(html: string, styled: Styled): string {
  const { names } = requestedBy(html, styled)
  const css = [...names.map((name) => textOf(styled.bundle, name)), ...styled.rules].join('\n')
  return criticalStyle(css, styled.body)
}

const appLink = /<link rel="stylesheet"[^>]*>/

/** The complete style sheets of a page, and its scripts. The sheet of the app comes first: later ones override it. */
function requestedBy(html: string, { route, bundle }: Styled): { names: string[]; scripts: string[] } {
  const { styles, scripts } = partsOf(bundle, route)
  const [link = ''] = appLink.exec(html) ?? []
  const [address = ''] = /[^"]*\.css/.exec(link) ?? []
  const appSheet = address.slice(1)
  return { names: [appSheet, ...styles.filter((name) => name !== appSheet)], scripts }
}

function textOf(bundle: Rollup.OutputBundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`${name} is not built`)
  return String(file.source).trim()
}
