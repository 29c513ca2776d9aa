/** U+202F: before ; ! ? and inside « », as French printers set them. */
const narrow = '\u202F'

/**
 * French no-break spaces, added once, on display: narrow before ; : ! ? % » and after «. Words never change
 * (product 36), so a test compares through this same function.
 * @param text a sentence with ordinary spaces
 */
export function typographie(text: string): string {
  return text.replaceAll(/ ([;:!?%»])/g, `${narrow}$1`).replaceAll('« ', `«${narrow}`)
}
