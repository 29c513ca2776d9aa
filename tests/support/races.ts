import { expect } from 'vitest'
import type { ActeurConnecte } from '#server/http/acteur.ts'
import { Problem } from '#server/http/problem.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { isWhole } from '#tests/support/extent.ts'

const rounds = isWhole ? 100 : 5
/** How many run at once. */
export const parallel = 50
export const patience = { timeout: rounds * 12_000 }

export function acteurDe({ id, email, nom, prenom, role }: PersonneDeTest): ActeurConnecte {
  return { id, email, nom, prenom, role, emailConfirme: true, jti: null }
}

/** Runs all at once; refusals are outcomes, anything else fails the test. @returns what went through */
export async function atOnce<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(works.map((work) => work()))
  const broken = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !(outcome.reason instanceof Problem) ? [outcome.reason as unknown] : [],
  )
  expect(broken).toEqual([])
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

export async function eachRound(play: () => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await play()
}
