/** URL of a place: a web address itself, any other text as an OpenStreetMap search (no account needed). */
export function mapAddress(lieu: string): string {
  if (isWebAddress(lieu)) return lieu.trim()
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: lieu }).toString()}`
}

export function isWebAddress(lieu: string): boolean {
  return /^https?:\/\/\S+$/i.test(lieu.trim()) && URL.canParse(lieu)
}
