/** Where a place is found: a web address itself, anything else on a map that asks for no account. */
export function mapAddress(lieu: string): string {
  if (isWebAddress(lieu)) return lieu.trim()
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: lieu }).toString()}`
}

/** Whether a place is on the web rather than on a map. */
export function isWebAddress(lieu: string): boolean {
  return /^https?:\/\/\S+$/i.test(lieu.trim()) && URL.canParse(lieu)
}
