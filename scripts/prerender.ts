import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, createServer, type Plugin, type Rollup } from 'vite'
import { lienPage, publicPages, rendering } from '../domain/contract/publicPages.ts'
import { galeriesPour, statutsEvenement } from '../domain/evenement/evenement.ts'
import { entrees, identites, isLienOuvert, type LienPublic } from '../domain/lien/lien.ts'
import { splitAtFold, styleBeyond } from './belowFold.ts'
import { styleOf, withHead } from './documentHead.ts'
import { routerOptions } from './routerOptions.ts'

interface Page {
  readonly title: string
  /**
   * The module of its route: the chunk and the styles of that page are requested at once. The router's code splitting
   * adds a query to the name of a screen's module: `?` leaves out the module of the route itself.
   */
  readonly route: string
}

const lienTemplate: Page = { title: 'Événement · Éclats', route: '/src/routes/e.$code.tsx?' }

const pages: Readonly<Record<keyof typeof publicPages, Page>> = {
  '/': { title: 'Les souvenirs de vos événements · Éclats', route: '/src/routes/index.tsx?' },
  '/login': { title: 'Connexion · Éclats', route: '/src/routes/_visiteur/login.tsx?' },
  '/register': { title: 'Inscription · Éclats', route: '/src/routes/_visiteur/register.tsx?' },
}

/** What src/prerender.tsx gives. */
interface Rendered {
  readonly body: string
  readonly rules: readonly string[]
}
interface Renderer {
  renderPage(path: string): Promise<Rendered>
  renderLien(code: string, lien: LienPublic): Promise<Rendered>
}

const splash = /(<div id="root">).*(<\/div>\s*<\/body>)/s

/**
 * Writes one page of HTML for each public route, from index.html and the app: readable before any script runs. For the
 * page of an event link, it writes the page without its content, and the modules with which the server renders it.
 */
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
        shell.source = withHead(html, {
          route: '/src/start.tsx',
          rules: [],
          body,
          bundle,
          isRendered: false,
        })
        const render = await openRenderer()
        const emitSheet = (css: string) =>
          this.getFileName(this.emitFile({ type: 'asset', name: 'below-fold.css', source: css }))
        for (const [path, fileName] of Object.entries(publicPages)) {
          const page = pages[path]
          if (page === undefined) throw new Error(`${path} has no screen here`)
          this.emitFile({
            type: 'asset',
            fileName,
            source: fill(html, page, { ...(await render.page(path)), bundle, emitSheet }),
          })
        }
        this.emitFile({
          type: 'asset',
          fileName: `${rendering.folder}/${lienPage.template}`,
          source: fill(html, lienTemplate, { ...(await render.liens()), bundle, emitSheet }).replace(splash, '$1$2'),
        })
        await render.close()
      },
    },
    closeBundle: { order: 'pre', sequential: true, handler: buildRenderer },
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
  const module = (await vite.ssrLoadModule('/src/prerender.tsx')) as Renderer
  return {
    page: (path: string) => module.renderPage(path),
    /** Every form of the page of a link, one after the other: the styles of all are needed. */
    async liens(): Promise<Rendered> {
      const forms = await Promise.all(lienForms().map((lien) => module.renderLien('A'.repeat(22), lien)))
      return {
        body: forms.map(({ body }) => body).join(''),
        rules: [...new Set(forms.flatMap(({ rules }) => rules))],
      }
    },
    close: () => vite.close(),
  }
}

function lienForms(): LienPublic[] {
  const evenement = { id: 1, titre: 'Titre', lieu: 'Lieu', fuseau: 'Europe/Paris', createur: { prenom: 'Prénom' } }
  const dates = { dateDebut: '2026-06-06T14:00:00Z', dateFin: '2026-06-07T14:00:00Z' }
  return statutsEvenement.flatMap((statut) =>
    galeriesPour.flatMap((galeriePour) =>
      entrees.flatMap((entree) =>
        identites.map((identite) => {
          const ouvert = isLienOuvert(statut)
          return { entree, identite, ouvert, evenement: { ...evenement, ...dates, statut, galeriePour } }
        }),
      ),
    ),
  )
}

/** Builds src/prerender.tsx for the server, with all that it imports: React is no dependency of the server. */
async function buildRenderer(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [
      // Only the screens that are rendered are loaded.
      tanstackRouter(routerOptions),
      react(),
    ],
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: `dist/${rendering.folder}`,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: rendering.renderer, chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
}

interface Filling extends Rendered {
  readonly bundle: Rollup.OutputBundle
  /** Adds a style sheet to the build; returns its file name. */
  readonly emitSheet: (css: string) => string
}

/** The page of the build with a title and content. What is below the fold has its own style sheet before it. */
function fill(html: string, { title, route }: Page, { body, rules, bundle, emitSheet }: Filling): string {
  const [noscript = ''] = /<noscript.*?<\/noscript\s*>/s.exec(html) ?? []
  const [, aboveRoot = ''] = /<body>(.*)<div id="root">/s.exec(html) ?? []
  const { above, below } = splitAtFold(body)
  const first = { route, rules, bundle, body: `${aboveRoot}${noscript}${above}` }
  const whole = { ...first, body: `${first.body}${below}` }
  const sheet = below && emitSheet(styleBeyond(styleOf(html, whole), styleOf(html, first)))
  const content = `${noscript}${above}${sheet && `<link rel="stylesheet" href="/${sheet}">`}${below}`
  return withHead(html, { ...first, isRendered: true })
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace(splash, (_all, start: string, end: string) => `${start}${content}${end}`)
}
