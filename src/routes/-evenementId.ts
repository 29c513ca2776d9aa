import { notFound } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'

/** Path parameter `id` of the routes of one event. */
export const idParams = {
  parse: ({ id }: { id: string }) => ({ id: evenementIdFrom(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** The same where the specification names the parameter `evenementId` (section 5). */
export const evenementIdParams = {
  parse: ({ evenementId }: { evenementId: string }) => ({ evenementId: evenementIdFrom(evenementId) }),
  stringify: ({ evenementId }: { evenementId: number }) => ({ evenementId: String(evenementId) }),
}

/** An event's id from the URL. @throws notFound with the sentence of section 8 when it is malformed */
function evenementIdFrom(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound({ data: phrases.evenementIdInvalide })
  return Number(text)
}
