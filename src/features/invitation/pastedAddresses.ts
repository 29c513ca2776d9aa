/** "karim.exemple.fr": an address without its @, unlike a word of a sentence. */
const forgotAt = /^[\p{L}\d_-]+(\.[\p{L}\d_-]+)*\.[a-z]{2,4}$/u

/**
 * Extracts addresses from any text: a table column, a list with names, `Léa Dupont <lea@exemple.fr>; …`.
 * @returns each once, in lower case, in the order of the text; includes invalid text that was meant as an address
 */
export function pastedAddresses(text: string): string[] {
  const words = text.split(/[\s,;<>"()]+/).map((word) => word.replace(/^mailto:/i, '').toLowerCase())
  if (!words.some((word) => word.includes('@'))) return []
  return [...new Set(words.filter((word) => word.includes('@') || forgotAt.test(word)))]
}
