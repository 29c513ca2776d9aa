/** Whether a text contains every search word; both are compared as {@link foldText} writes them. */
export function matchesWords(text: string, search: string): boolean {
  const plain = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

/**
 * Lower case without accents, and as any keyboard types it: ' for the ’ of a phone, "oe" for œ, plain spaces for the
 * no-break ones that a text copied from a page has.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll(/\s+/g, ' ')
}
