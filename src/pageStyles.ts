/**
 * Adds the complete style sheets of a built page, which has only the rules of its first paint in it
 * (scripts/prerender.ts). They apply together: one alone could override a rule of another that is only in the page yet.
 * @returns once they apply
 * @throws when one cannot be loaded: the page that is shown stays, as without the app's scripts
 */
export async function addPageStyles(): Promise<void> {
  const sheets = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]'), (asked) => {
    const sheet = asked.cloneNode() as HTMLLinkElement
    // A sheet for print is loaded, but blocks and changes nothing on the screen.
    sheet.media = 'print'
    sheet.rel = 'stylesheet'
    return sheet
  })
  const loaded = sheets.map(
    (sheet) =>
      new Promise<void>((resolve, reject) => {
        sheet.addEventListener('load', () => resolve())
        sheet.addEventListener('error', () => reject(new Error(`not loaded: ${sheet.href}`)))
      }),
  )
  document.head.append(...sheets)
  await Promise.all(loaded)
  for (const sheet of sheets) sheet.media = 'all'
}
