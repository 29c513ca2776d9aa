import { notFound } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'

/** An event's id from the URL. A malformed id throws notFound with its sentence (section 8). */
export function idFrom(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound({ data: phrases.evenementIdInvalide })
  return Number(text)
}
