/** Whether a text contains every search word, ignoring case and accents. */
export function matchesWords(text: string, search: string): boolean {
  const plain = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

/** Lower case without accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
