import { notFound } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'

/** An event's number from an address. A malformed one is a page that does not exist, and says so (section 8). */
export function idFrom(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound({ data: phrases.evenementIdInvalide })
  return Number(text)
}
