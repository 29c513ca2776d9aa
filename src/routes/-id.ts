import { notFound } from '@tanstack/react-router'
import * as v from 'valibot'

/** A row's number from an address. A malformed one is a page that does not exist. */
export function idFrom(text: string): number {
  if (!isId(text)) throw notFound()
  return Number(text)
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** The media shown large, in the address so that "back" closes it. */
export const mediaSearch = v.object({ media: v.optional(v.fallback(v.optional(v.number()), undefined)) })
