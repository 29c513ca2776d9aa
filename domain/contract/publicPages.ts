/** Pages that a stranger opens first, each with the file in which the build writes its words (experience, "Shape"). */
export const publicPages: Readonly<Record<string, string>> = {
  '/': 'accueil.html',
  '/login': 'login.html',
  '/register': 'register.html',
}

/** The file that opens at an address: a page with its words, else the shell of the app. */
export function fileOfPage(path: string): string {
  return publicPages[path] ?? 'index.html'
}
