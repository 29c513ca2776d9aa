/** Writes the first day of a month as "1er" in a formatted French date, where Intl writes "1". */
export function premierDuMois(date: string): string {
  return date.replace(/\b1 (?=\p{L})/u, '1er ')
}
