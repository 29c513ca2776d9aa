/**
 * The addresses in a text from anywhere: a column of a table, a list with names, `Léa Dupont <lea@exemple.fr>; …`.
 * @returns each once, in lower case, in the order of the text; what is no good address but was meant as one too
 */
export function pastedAddresses(text: string): string[] {
  const words = text
    .split(/[\s,;<>"()]+/)
    .map((word) => word.replace(/^mailto:/i, '').toLowerCase())
    .filter((word) => word.includes('@'))
  return [...new Set(words)]
}
