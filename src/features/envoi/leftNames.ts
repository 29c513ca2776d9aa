import type { SignOutReason } from '#src/api/session.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'

/** First names of people with photos waiting here, by user id, as JSON; deleted once a signed-out device has none. */
const key = 'eclats.prenoms'

/** The people who were signed out here and have no login: guests, and people who were erased. As JSON. */
const leftKey = 'eclats.partis'

export interface LeftPerson {
  readonly id: number
  /** Why the server takes no more photos: the organiser has ended the participation, or the person was erased. */
  readonly end: 'participation' | 'donnees' | null
}

const ends: Partial<Record<SignOutReason, LeftPerson['end']>> = { ended: 'participation', erased: 'donnees' }

/** Notes that a person without a login is signed out. */
export function keepLeftPerson(id: number, reason: SignOutReason): void {
  const others = leftPeople().filter((person) => person.id !== id)
  writeJson('localStorage', leftKey, [{ id, end: ends[reason] ?? null }, ...others] satisfies LeftPerson[])
}

/** The people without a login who were signed out here, the last one first. */
export function leftPeople(): LeftPerson[] {
  const kept = readJson('localStorage', leftKey)
  const people = (Array.isArray(kept) ? kept : []) as readonly (Partial<LeftPerson> | null)[]
  return people.flatMap((person) => (typeof person?.id === 'number' ? [{ id: person.id, end: endOf(person.end) }] : []))
}

function endOf(end: unknown): LeftPerson['end'] {
  return end === 'participation' || end === 'donnees' ? end : null
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
  const left = new Set(leftPeople().map(({ id }) => String(id)))
  const known = Object.entries(names()).filter(([id]) => !left.has(id))
  return known.length === 1 ? (known[0]?.[1] ?? null) : null
}

/** Whether a name is stored here. */
export function hasNames(): boolean {
  return readJson('localStorage', key) !== null || leftPeople().length > 0
}

/** Deletes all names: no photo waits here. */
export function forgetNames(): void {
  write({})
  writeJson('localStorage', leftKey, null)
}

function names(): Record<string, string> {
  const kept = readJson('localStorage', key)
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function write(kept: Record<string, string>): void {
  writeJson('localStorage', key, Object.keys(kept).length === 0 ? null : kept)
}
