/** Whether a text holds every word searched; case and accents do not count. */
export function matchesWords(text: string, search: string): boolean {
  const plain = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

/** Without accents and capitals. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
