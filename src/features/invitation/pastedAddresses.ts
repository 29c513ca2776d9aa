/** "karim.exemple.fr": an address without its @, unlike a word of a sentence. */
const forgotAt = /^[\p{L}\d_-]+(\.[\p{L}\d_-]+)*\.[a-z]{2,4}$/u

/**
 * Extracts addresses from any text: a table column, a list with names, `Léa Dupont <lea@exemple.fr>; …`.
 * @returns each once, in lower case, in the order of the text; includes invalid text that was meant as an address
 */
export function pastedAddresses(text: string): string[] {
  const words = visible(text)
    .split(/[\s,;|<>"«»“”()[\]]+/)
    .map((word) => bare(word).toLowerCase())
  if (!words.some((word) => word.includes('@'))) return []
  return [...new Set(words.filter((word) => word.includes('@') || forgotAt.test(word)))]
}

/** The address in `Léa Dupont <lea@exemple.fr>` or in a mail link; any other text without the signs of a sentence. */
export function oneAddress(text: string): string {
  const trimmed = visible(text).trim()
  return bare(/<([^<>\s]+)>$/.exec(trimmed)?.[1] ?? trimmed)
}

/** Without the invisible characters that copied text brings, such as U+200B: a mail to such an address does not arrive. */
function visible(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}

/** Without the scheme and the subject of a mail link, the signs that end a sentence, and the apostrophes around it. */
function bare(word: string): string {
  return word.replace(/^mailto:([^?]*).*/i, '$1').replace(/^['‘’]+|['‘’.:!?]+$/g, '')
}
