import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type Rollup } from 'vite'
import { publicPages } from '../domain/contract/publicPages.ts'
import { criticalStyle } from './criticalStyle.ts'
import { partsOf } from './partsOf.ts'

interface Page {
  readonly title: string
  /** Its route: the chunk and the styles of that page are requested at once. */
  readonly route: string
}

const pages: Readonly<Record<keyof typeof publicPages, Page>> = {
  '/': { title: 'Les souvenirs de vos événements · Éclats', route: '/src/routes/index.tsx?' },
  '/login': { title: 'Connexion · Éclats', route: '/src/routes/_visiteur/login.tsx?' },
  '/register': { title: 'Inscription · Éclats', route: '/src/routes/_visiteur/register.tsx?' },
}

const splash = /(<div id="root">).*(<\/div>\s*<\/body>)/s

/** Writes one page of HTML for each public route, from index.html and the app: readable before any script runs. */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle['index.html']
        if (shell?.type !== 'asset') return
        const html = String(shell.source)
        if (!splash.test(html)) this.error('index.html has no #root at its end')
        const [, body = ''] = /<body>(.*)<\/body>/s.exec(html) ?? []
        shell.source = withHead(html, { route: '/src/start.tsx', rules: [], body, bundle })
        const render = await openRenderer()
        for (const [path, fileName] of Object.entries(publicPages)) {
          const page = pages[path]
          if (page === undefined) throw new Error(`${path} has no screen here`)
          this.emitFile({
            type: 'asset',
            fileName,
            source: fill(html, page, { body: await render.page(path), bundle }),
          })
        }
        await render.close()
      },
    },
  }
}

/** The app's own modules, run here. */
async function openRenderer() {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  const module = (await vite.ssrLoadModule('/src/prerender.tsx')) as { renderPage(path: string): Promise<string> }
  return { page: (path: string) => module.renderPage(path), close: () => vite.close() }
}

function fill(
  html: string,
  { title, route }: Page,
  { body, bundle }: { body: string; bundle: Rollup.OutputBundle },
): string {
  const [withoutApp = ''] = /<noscript.*?<\/noscript\s*>/s.exec(html) ?? []
  const rules: string[] = []
  const words = `${withoutApp}${sendingNothing(withRules(withoutScripts(body), rules))}`
  const page = withHead(html, { route, rules, body: words, bundle })
  return page
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace(splash, (_all, before: string, after: string) => `${before}${words}${after}`)
}

interface Head {
  /** The module whose scripts and style sheets are requested. */
  readonly route: string
  /** Rules of this page alone. */
  readonly rules: readonly string[]
  readonly body: string
  readonly bundle: Rollup.OutputBundle
}

/**
 * The styles of the first paint are in the page. The complete style sheets are only requested: the app's first script
 * adds them (src/pageStyles.ts).
 */
function withHead(html: string, { route, rules, body, bundle }: Head): string {
  const { styles, scripts } = partsOf(bundle, route)
  const [asked = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  const [first = ''] = /[^"]*\.css/.exec(asked) ?? []
  const names = [first.slice(1), ...styles.filter((name) => name !== first.slice(1))]
  const css = [...names.map((name) => textOf(bundle, name)), ...rules].join('\n')
  const tags = [
    `<style>${criticalStyle(css, body)}</style>`,
    ...scripts
      .filter((name) => !html.includes(name))
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...names.map((name) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${name}">`),
  ]
  return html.replace(asked, '').replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`)
}

function textOf(bundle: Rollup.OutputBundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`${name} is not built`)
  return String(file.source).trim()
}

/**
 * The policy of our pages runs no inline script. The page is replaced, not hydrated: React's comments and its requests
 * for images that follow in the page are not needed.
 */
function withoutScripts(body: string): string {
  return body.replaceAll(/<script>.*?<\/script>|<!--.*?-->|<link rel="preload" as="image"[^>]*>/gs, '')
}

/** The policy also forbids style attributes: each becomes a rule. */
function withRules(body: string, rules: string[]): string {
  return body.replaceAll(/ style="([^"]*)"/g, (_all, declarations: string) => {
    const rule = (number: number) => `[data-style='${number}']{${declarations}}`
    const known = rules.findIndex((other, number) => other === rule(number))
    const number = known === -1 ? rules.push(rule(rules.length)) - 1 : known
    return ` data-style="${number}"`
  })
}

/**
 * Before the app is there, Enter in a form would put a password into the address; outside a dialog this does nothing.
 * Buttons without a handler yet are disabled.
 */
function sendingNothing(body: string): string {
  return body
    .replaceAll('<form ', '<form method="dialog" ')
    .replaceAll(/<button (?![^>]*\sdisabled)/g, '<button disabled ')
}
