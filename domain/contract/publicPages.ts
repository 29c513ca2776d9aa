/** Public pages, each with the file that the build renders for it (experience, "Shape"). */
export const publicPages: Readonly<Record<string, string>> = {
  '/': 'accueil.html',
  '/login': 'login.html',
  '/register': 'register.html',
}

/** The file for an address: a rendered page, else the shell of the app. */
export function fileOfPage(path: string): string {
  return publicPages[path] ?? 'index.html'
}

/**
 * The page of an event link, which the server renders: files of the build in a hidden folder, which is not served. The
 * data that the page shows is in a data block with this id.
 */
export const lienPage = {
  folder: '.lien',
  template: 'lien.html',
  renderer: 'renderer.mjs',
  dataId: 'lien-public',
} as const
