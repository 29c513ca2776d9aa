/** Where a place is found on a map that asks for no account. */
export function mapAddress(lieu: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: lieu }).toString()}`
}
