import { spawn } from 'node:child_process'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  plugins: [
    tanstackRouter({
      tmpDir: 'node_modules/.cache/tanstack',
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      addExtensions: true,
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['**/*.{html,js,css,svg,webp,webmanifest,woff2}'], rollupFormat: 'iife' },
      devOptions: { enabled: true, type: 'module' },
    }),
    precompress(),
    apiServer(),
  ],
  worker: { format: 'es' },
  optimizeDeps: { include: ['workbox-precaching', 'workbox-routing', 'workbox-window', 'idb', 'hash-wasm'] },
  server: { proxy: { '/api': 'http://127.0.0.1:4170' } },
  build: { target: 'baseline-widely-available', sourcemap: false },
})

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
