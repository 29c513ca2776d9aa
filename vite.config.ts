import { spawn } from 'node:child_process'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { fileDigests } from './scripts/fileDigests.ts'
import { prerender } from './scripts/prerender.ts'
import { routerOptions } from './scripts/routerOptions.ts'
import { precompress } from './scripts/precompress.ts'
import { venueParts } from './scripts/venueParts.ts'

const venue = venueParts()
const digests = fileDigests()

export default defineConfig({
  plugins: [
    tanstackRouter({
      ...routerOptions,
      // A loader only starts the queries of its screen: bundle it with the screen instead of the first page.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
    }),
    retryChunks(),
    react(),
    prerender(),
    venue.plugin,
    digests.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      // It is a file like the others: the plugin would list it after the transforms.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,webp,woff2,webmanifest}'],
        manifestTransforms: [venue.mark, digests.add],
        rollupFormat: 'iife',
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    precompress(),
    apiServer(),
  ],
  worker: { format: 'es' },
  optimizeDeps: { include: ['workbox-precaching', 'workbox-routing', 'workbox-window', 'idb', 'hash-wasm'] },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['PORT']?.trim() || 4170}` } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // No preload links for scripts: they are in the worker's cache or load as fast without a link, and each link costs
    // a slow phone a task. Styles are needed before their screen is drawn.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'js' ? parts.filter((name) => name.endsWith('.css')) : parts,
    },
    // Small files compress badly, and each costs a request on a slow network and a task on a slow phone. Groups: React,
    // the entry, the start of the app, the landing page, login and registration, the page of a link, the shell of
    // signed-in screens, the parts of a session, stored lists, modules that at least three chunks share, and the rest
    // of the screens of each space: a participant loads all of them after the first one.
    rolldownOptions: {
      // Each specified sentence is in the chunks of the screens that show it, and not all of them in the first one.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/react\.ts$/, priority: 3 },
            { name: 'main', test: /\/src\/main\.tsx$/, priority: 4 },
            { name: 'start', test: /\/src\/start\.tsx$/, priority: 1 },
            { name: 'landing', test: /\/src\/routes\/index\.tsx\?/ },
            { name: 'auth', test: /\/src\/routes\/_visiteur(\/(login|register))?\.tsx\?/ },
            { name: 'lien', test: /\/src\/routes\/e\.\$code\.tsx\?/ },
            { name: 'shell', test: /\/src\/routes\/_espace\.tsx\?/ },
            { name: 'session', test: /\/src\/(api\/(sessionQueries|renewal)|wipeDevice)\.ts$/ },
            { name: 'lists', test: /\/src\/api\/persistedStore\.ts$|\/idb-keyval\// },
            { name: 'shared', minShareCount: 3 },
            { name: 'participant', test: /\/src\/routes\/_espace\/participant[/.].*\?/ },
            { name: 'organisateur', test: /\/src\/routes\/_espace\/organizer[/.].*\?/ },
          ],
        },
      },
    },
  },
})

/** Retries the lazy chunks of route files when the network fails (src/api/loadChunk.ts). */
function retryChunks(): Plugin {
  const importer = /(const \$\$split\w+ = )(\(\) => import\([^)]*\))/g
  return {
    name: 'retry-chunks',
    transform(code, id) {
      if (!id.includes('/src/routes/') || !importer.test(code)) return undefined
      const body = code.replaceAll(importer, '$1() => loadChunk($2)')
      return { code: `import { loadChunk } from '#src/api/loadChunk.ts'\n${body}`, map: null }
    },
  }
}

/** Starts the API beside `vite` in development and ends it with it. */
function apiServer(): Plugin {
  return {
    name: 'api-server',
    apply: 'serve',
    configureServer(vite) {
      const api = spawn('node', ['--watch', 'server/main.ts'], { stdio: 'inherit' })
      vite.httpServer?.once('close', () => api.kill())
      process.once('exit', () => api.kill())
    },
  }
}
