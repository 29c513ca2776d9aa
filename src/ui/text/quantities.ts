const rules = new Intl.PluralRules('fr')
const figures = new Intl.NumberFormat('fr-FR')
const bytesPerMo = 1024 * 1024

/** "1 photo", "2 photos"; 0 is singular in French. */
export function count(n: number, one: string, many: string): string {
  return `${figures.format(n)}\u00A0${rules.select(n) === 'one' ? one : many}`
}

/** The word alone, agreeing with n. */
export function agree(n: number, one: string, many: string): string {
  return rules.select(n) === 'one' ? one : many
}

/** "4,2 Mo", "640 ko": 1 Mo is 1024 x 1024 bytes (product 20). */
export function formatSize(bytes: number): string {
  if (bytes < bytesPerMo / 10) return `${figures.format(Math.max(1, Math.round(bytes / 1024)))}\u00A0ko`
  const mo = bytes / bytesPerMo
  const text = mo.toLocaleString('fr-FR', { maximumFractionDigits: mo < 10 ? 1 : 0 })
  return `${text}\u00A0Mo`
}
