import { bytesPerMo } from '#domain/upload/uploadLimits.ts'

/** "12 480". Calls toLocaleString only for numbers that need separators, because it is slow. */
export function formatNumber(n: number): string {
  return Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : n.toLocaleString('fr-FR')
}

/** "1 photo", "2 photos"; 0 is singular in French. */
export function count(n: number, one: string, many: string): string {
  return `${formatNumber(n)}\u00A0${agree(n, one, many)}`
}

/** The word alone, agreeing with n: in French the plural begins at two. */
export function agree(n: number, one: string, many: string): string {
  return Math.abs(n) < 2 ? one : many
}

/** The label of a statut for several: "Validées", "Rejetés"; "En attente" does not change. */
export function pluralStatut(label: string): string {
  return /ée?$/.test(label) ? `${label}s` : label
}

/** "2,1 Go", "4,2 Mo", "640 ko", "0 octet": 1 Mo is 1024 x 1024 bytes (product 20). */
export function formatSize(bytes: number): string {
  if (bytes === 0) return count(0, 'octet', 'octets')
  if (bytes < bytesPerMo / 10) return `${formatNumber(Math.max(1, Math.round(bytes / 1024)))}\u00A0ko`
  const mo = bytes / bytesPerMo
  return Math.round(mo) < 1000 ? `${oneDecimal(mo)}\u00A0Mo` : `${oneDecimal(mo / 1024)}\u00A0Go`
}

/** "4,2" below 10, a whole number above. */
function oneDecimal(n: number): string {
  // By hand: creating the page's first number formatter takes 90 ms on a slow phone.
  return n < 10 ? String(Math.round(n * 10) / 10).replace('.', ',') : formatNumber(Math.round(n))
}
