import { notFound } from '@tanstack/react-router'

/** A row's number from an address. A malformed one is a page that does not exist. */
export function idFrom(text: string): number {
  if (!isId(text)) throw notFound()
  return Number(text)
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}
