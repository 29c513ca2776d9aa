/** Public pages, each with the file that the build renders for it. */
export const publicPages: Readonly<Record<string, string>> = {
  '/': 'accueil.html',
  '/login': 'login.html',
  '/register': 'register.html',
}

/** The file for an address: a rendered page, else the shell of the app. */
export function fileOfPage(path: string): string {
  return publicPages[path] ?? 'index.html'
}

/** The part of the build with which the server renders pages: in a hidden folder, which is not served. */
export const rendering = { folder: '.rendu', renderer: 'renderer.mjs' } as const

/**
 * The page of an event link, which the server renders. Its template is in the folder of {@link rendering}; the data that
 * the page shows is in a data block with this id.
 */
export const lienPage = { template: 'lien.html', dataId: 'lien-public' } as const

/** Public pages that the server renders when their address contains `redirect`, the page to continue on. */
export const pagesWithRedirect = ['/login', '/register'] as const
