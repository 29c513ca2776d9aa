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
