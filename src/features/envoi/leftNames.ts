import type { SignOutReason } from '#src/api/session.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'

/** First names of people with photos waiting here, by user id, as JSON; deleted once a signed-out device has none. */
const key = 'eclats.prenoms'

/** The guests who were signed out here, as JSON: they have no password to log in with. */
const guestKey = 'eclats.inviteParti'

export interface LeftGuest {
  readonly id: number
  /** The organiser has ended the participation: the server takes no more photos. */
  readonly isEnded: boolean
}

/** Notes that a guest is signed out. */
export function keepGuest(id: number, reason: SignOutReason): void {
  const others = leftGuests().filter((guest) => guest.id !== id)
  writeJson('localStorage', guestKey, [{ id, isEnded: reason === 'ended' }, ...others] satisfies LeftGuest[])
}

/** The guests who were signed out here, the last one first. */
export function leftGuests(): LeftGuest[] {
  const kept = readJson('localStorage', guestKey)
  const guests = (Array.isArray(kept) ? kept : []) as readonly (Partial<LeftGuest> | null)[]
  return guests.flatMap((guest) =>
    typeof guest?.id === 'number' ? [{ id: guest.id, isEnded: guest.isEnded === true }] : [],
  )
}

/** Stores the first name of a person whose photos wait here. */
export function keepName({ id, prenom }: { id: number; prenom: string }): void {
  const known = names()
  if (known[id] !== prenom) write({ ...known, [id]: prenom })
}

/** The stored first name of a person. */
export function nameOf(id: number): string | null {
  return names()[id] ?? null
}

/** The first name of the only account whose photos wait here; null when there are several, or it is unknown. */
export function singleAccountName(): string | null {
  const guests = new Set(leftGuests().map(({ id }) => String(id)))
  const known = Object.entries(names()).filter(([id]) => !guests.has(id))
  return known.length === 1 ? (known[0]?.[1] ?? null) : null
}

/** Whether a name is stored here. */
export function hasNames(): boolean {
  return readJson('localStorage', key) !== null || leftGuests().length > 0
}

/** Deletes all names: no photo waits here. */
export function forgetNames(): void {
  write({})
  writeJson('localStorage', guestKey, null)
}

function names(): Record<string, string> {
  const kept = readJson('localStorage', key)
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function write(kept: Record<string, string>): void {
  writeJson('localStorage', key, Object.keys(kept).length === 0 ? null : kept)
}
