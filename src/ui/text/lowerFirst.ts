/** "il y a 2 heures" for "Il y a 2 heures": a text of its own, put inside a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
