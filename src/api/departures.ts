import type { SignOutReason } from './session.ts'

/** A person who has signed out of this device. */
export interface Departure {
  readonly utilisateurId: number
  readonly reason: SignOutReason
  /** When the session ended, milliseconds since 1970; absent when it was noted before: a closed tab runs nothing. */
  readonly endedAt?: number
}

/** Sign-outs whose data is not completely deleted on this device, as JSON without a credential. */
export const departuresKey = 'eclats.effacements'

/** Reads a stored text; an unreadable one, or null, has no departures. */
export function parseDepartures(text: string | null): Departure[] {
  try {
    // Anything but an array throws here too.
    return (JSON.parse(text ?? '[]') as unknown[]).filter(isDeparture)
  } catch {
    return []
  }
}

function isDeparture(value: unknown): value is Departure {
  const { utilisateurId, reason, endedAt = 0 } = (value ?? {}) as Partial<Departure>
  return typeof utilisateurId === 'number' && typeof endedAt === 'number' && reasons.includes(reason)
}

const reasons: readonly unknown[] = ['logout', 'expired', 'merged', 'ended', 'erased'] satisfies SignOutReason[]
