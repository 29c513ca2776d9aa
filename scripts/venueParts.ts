import type { Plugin } from 'vite'
import { publicPages } from '../domain/contract/publicPages.ts'
import { partsOf } from './partsOf.ts'

/**
 * The modules of the app that a guest needs without network: link, login and registration pages, the shell and the
 * pages of its bottom bar, the event with its upload sheet, Envois, the share target; and the chunks that these load
 * later: queue, API client, persisted queries, the parts of a session from its start to its sign-out, and toasts.
 */
const modules = [
  '/src/main.tsx',
  '/src/start.tsx',
  '/src/routes/index.tsx?',
  '/src/routes/-AccueilNow.tsx',
  '/src/routes/e.$code.tsx?',
  '/src/routes/_visiteur.tsx?',
  '/src/routes/_visiteur/login.tsx?',
  '/src/routes/_visiteur/register.tsx?',
  '/src/routes/_espace.tsx?',
  '/src/routes/_espace/profil.tsx?',
  '/src/routes/_espace/participant.tsx?',
  '/src/routes/_espace/participant/envois.tsx?',
  '/src/routes/_espace/participant/index.tsx?',
  '/src/routes/_espace/participant/medias.tsx?',
  '/src/routes/_espace/participant/partage.tsx?',
  '/src/routes/_espace/participant/evenements/index.tsx?',
  '/src/routes/_espace/participant/evenements/$id/index.tsx?',
  '/src/pwa/serviceWorkerClient.ts',
  '/src/pwa/queue/queueRuntime.ts',
  '/src/api/persistedStore.ts',
  '/src/api/renewal.ts',
  '/src/api/sessionQueries.ts',
  '/src/wipeDevice.ts',
  '/src/api/live/liveTab.ts',
  '/src/ui/toast/ToastCard.tsx',
  '/src/features/envoi/LeftPhotosBanner.tsx',
  '/src/features/lien/guestSignedOut.ts',
  '/src/features/lien/OtherEntriesNotice.tsx',
  '/node_modules/workbox-window/',
  '/node_modules/ky/',
  '/node_modules/valibot/',
  '/node_modules/exifreader/',
]

/** The pictures of these pages: the logo while the app starts, the header of login and registration. */
const pictures = ['icons/eclats.svg', 'accueil/guirlande-2.webp']

interface ListedFile {
  readonly url: string
}

/** Marks in the worker's list the files that it keeps before it is active; it keeps the others later. */
export function venueParts() {
  const names = new Set(['index.html', ...Object.values(publicPages), ...pictures])
  const plugin: Plugin = {
    name: 'venue-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const module of modules) {
          const { scripts, styles } = partsOf(bundle, module)
          for (const name of [...scripts, ...styles]) names.add(name)
        }
        for (const [name, file] of Object.entries(bundle)) {
          // The page's first script, and the dedicated workers of the queue, which no module of the page imports.
          if ((file.type === 'chunk' && file.isEntry) || name.includes('.worker-')) names.add(name)
        }
      },
    },
  }
  const mark = <File extends ListedFile>(files: File[]) => ({
    manifest: files.map((file) => (names.has(file.url) ? { ...file, atOnce: true } : file)),
  })
  return { plugin, mark }
}
