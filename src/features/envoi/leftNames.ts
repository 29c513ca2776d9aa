import type { SignOutReason } from '#src/api/session.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'

/** First names of people with photos waiting here, by user id, as JSON; deleted once a signed-out device has none. */
const key = 'eclats.prenoms'

/** The guest who was signed out here last, as JSON: they have no password to log in with. */
const guestKey = 'eclats.inviteParti'

interface LeftGuest {
  readonly id: number
  /** The organiser has ended the participation: the server takes no photo any more. */
  readonly isEnded: boolean
}

/** Notes that a guest is signed out. */
export function keepGuest(id: number, reason: SignOutReason): void {
  writeLocal(guestKey, JSON.stringify({ id, isEnded: reason === 'terminee' } satisfies LeftGuest))
}

/** The guest who was signed out here last, if any. */
export function leftGuest(): LeftGuest | null {
  try {
    const { id, isEnded } = (JSON.parse(readLocal(guestKey) ?? 'null') ?? {}) as Partial<LeftGuest>
    return typeof id === 'number' ? { id, isEnded: isEnded === true } : null
  } catch {
    return null
  }
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

/** The first name of the only person whose photos wait here; null when there are several, or it is unknown. */
export function singleName(): string | null {
  const known = Object.values(names())
  return known.length === 1 ? (known[0] ?? null) : null
}

/** Whether a name is stored here. */
export function hasNames(): boolean {
  return readLocal(key) !== null || leftGuest() !== null
}

/** Deletes all names: no photo waits here any more. */
export function forgetNames(): void {
  write({})
  writeLocal(guestKey, null)
}

function names(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readLocal(key) ?? '{}')
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

function write(kept: Record<string, string>): void {
  writeLocal(key, Object.keys(kept).length === 0 ? null : JSON.stringify(kept))
}
