/** "karim.exemple.fr": no word of a sentence, and no address for want of its @. */
const forgotAt = /^[\p{L}\d_-]+(\.[\p{L}\d_-]+)*\.[a-z]{2,4}$/u

/**
 * The addresses in a text from anywhere: a column of a table, a list with names, `Léa Dupont <lea@exemple.fr>; …`.
 * @returns each once, in lower case, in the order of the text; what is no good address but was meant as one too
 */
export function pastedAddresses(text: string): string[] {
  const words = text.split(/[\s,;<>"()]+/).map((word) => word.replace(/^mailto:/i, '').toLowerCase())
  if (!words.some((word) => word.includes('@'))) return []
  return [...new Set(words.filter((word) => word.includes('@') || forgotAt.test(word)))]
}
