import { expect, test } from 'vitest'
import type { Abonnement } from '#domain/abonnement/abonnement.ts'
import { canCancel, isEnding, isRunning, planOf, sentenceOf } from '#src/features/abonnement/abonnementSituation.ts'

const now = '2026-06-14T10:30:00.000Z'
const un = (change: Partial<Abonnement> = {}): Abonnement => ({
  id: 1,
  plan: 'PREMIUM',
  statut: 'ACTIF',
  dateDebut: '2026-06-01T10:30:00.000Z',
  dateExpiration: '2026-07-01T10:30:00.000Z',
  renouvele: true,
  ...change,
})

test('returns the plan of an active subscription only', () => {
  expect(planOf(un(), now)).toBe('PREMIUM')
  expect(planOf(un({ dateExpiration: '2026-06-13T10:30:00.000Z', renouvele: false }), now)).toBe('FREEMIUM')
  for (const statut of ['SUSPENDU', 'ANNULE', 'EXPIRE', 'ACHIVE'] as const)
    expect(planOf(un({ statut }), now)).toBe('FREEMIUM')
  expect(planOf(null, now)).toBe('FREEMIUM')
})

test('changes a running or unpaid subscription, and buys any other anew', () => {
  expect(isRunning(un())).toBe(true)
  expect(isRunning(un({ statut: 'SUSPENDU' }))).toBe(true)
  expect(isRunning(un({ statut: 'EXPIRE' }))).toBe(false)
  expect(isRunning(null)).toBe(false)
})

test('lets a cancelled one expire; an example without renewal can still be cancelled', () => {
  expect(canCancel(un(), true)).toBe(true)
  expect(canCancel(un({ renouvele: false }), true)).toBe(false)
  expect(canCancel(un({ renouvele: false }), false)).toBe(true)
  expect(canCancel(un({ renouvele: false, dateExpiration: null }), true)).toBe(true)
  expect(canCancel(un({ statut: 'ANNULE' }), false)).toBe(false)
  expect(canCancel(null, false)).toBe(false)
})

test('knows a subscription that ends with its period', () => {
  expect(isEnding(un({ renouvele: false }))).toBe(true)
  expect(isEnding(un())).toBe(false)
  expect(isEnding(un({ renouvele: false, dateExpiration: null }))).toBe(false)
  expect(isEnding(un({ renouvele: false, statut: 'SUSPENDU' }))).toBe(false)
})

const say = (abonnement: Abonnement | null) => sentenceOf(abonnement, now)

test('describes what follows each statut, with the date', () => {
  expect(say(un())).toBe('Votre abonnement se renouvelle le 1er juillet 2026.')
  expect(say(un({ renouvele: false }))).toMatch(/se termine le 1er juillet 2026 ; le plan Freemium suivra/)
  expect(say(un({ dateExpiration: null }))).toMatch(/sans date de fin/)
  expect(say(un({ statut: 'SUSPENDU' }))).toMatch(/Premium n'a pas abouti/)
  expect(say(un({ statut: 'ANNULE' }))).toBe('Votre abonnement Premium est annulé.')
  expect(say(un({ statut: 'ANNULE', dateExpiration: '2026-06-13T10:30:00.000Z' }))).toBe(
    'Votre abonnement Premium est annulé depuis le 13 juin 2026.',
  )
  expect(say(un({ statut: 'EXPIRE' }))).toBe('Votre abonnement Premium a expiré le 1er juillet 2026.')
  expect(say(un({ statut: 'ACHIVE' }))).toMatch(/terminé le 1er juillet 2026/)
  expect(say(null)).toMatch(/Freemium est gratuit/)
})

test('says that a renewal is not confirmed yet after its day', () => {
  expect(say(un({ dateExpiration: '2026-06-13T10:30:00.000Z' }))).toBe(
    "Votre abonnement devait se renouveler le 13 juin 2026 ; le service de paiement ne l'a pas encore confirmé.",
  )
})
