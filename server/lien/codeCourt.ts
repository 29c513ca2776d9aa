import { randomBytes } from 'node:crypto'
import { alphabetCourt } from '#domain/lien/adresseCourte.ts'

/** 40 random bits as eight symbols. */
export function newCodeCourt(): string {
  // 256 is a multiple of 32: each symbol is equally likely.
  return Array.from(randomBytes(8), (byte) => alphabetCourt[byte % 32]).join('')
}
