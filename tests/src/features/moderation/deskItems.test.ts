import { expect, test } from 'vitest'
import { deskItems, latestHeld } from '#src/features/moderation/deskItems.ts'
import { decisionRateWords } from '#src/features/moderation/decisionRate.ts'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu as media } from '#tests/support/mediaVu.ts'

const kept = (mediaId: number, change: Partial<KeptDecision> = {}) => uneDecision({ mediaId, heldUntil: 1, ...change })
const three = [media(1), media(2), media(3)]
const seen = new Map(three.map((one) => [one.id, one]))
/** A media of version 1 that was removed on this device. */
const removed = { statut: 'SUPPRIME', version: 2 } as const
const statuts = (...input: Parameters<typeof deskItems>) =>
  deskItems(...input).map((item) => `${item.media.id} ${item.statut}`)

test('keeps media decided here in place, sent or not; removes those decided elsewhere', () => {
  const view = { kept: [kept(1)], sent: new Map([[2, media(2, { statut: 'REJETE', version: 2 })]]) }
  expect(statuts(seen, [media(1), media(2)], view)).toEqual(['1 VALIDE', '2 REJETE'])
})

test('ignores an answer that is older than the list', () => {
  const shown = new Map([[1, media(1, { version: 4 })]])
  const view = { kept: [], sent: new Map([[1, media(1, { statut: 'VALIDE', version: 2 })]]) }
  expect(statuts(shown, [media(1, { version: 4 })], view)).toEqual(['1 EN_ATTENTE'])
})

test('ignores a refused decision', () => {
  const view = { kept: [kept(1, { state: 'refused' })], sent: new Map() }
  expect(statuts(seen, three, view)[0]).toBe('1 EN_ATTENTE')
})

test('keeps a removed media as removed', () => {
  expect(statuts(seen, three.slice(1), { kept: [], sent: new Map([[1, removed]]) })[0]).toBe('1 SUPPRIME')
})

test('shows a media again that was removed here and restored elsewhere', () => {
  const restored = media(1, { version: 3 })
  const list = [restored, ...three.slice(1)]
  const shown = new Map(list.map((one) => [one.id, one]))
  expect(statuts(shown, list, { kept: [], sent: new Map([[1, removed]]) })[0]).toBe('1 EN_ATTENTE')
})

test('shows a favourite at once, beside the statut', () => {
  const [first] = deskItems(seen, three, { kept: [kept(1, { geste: 'favori' })], sent: new Map() })
  expect([first?.media.favori, first?.statut]).toEqual([true, 'EN_ATTENTE'])
})

test('undoes the whole latest action of this event that was not sent', () => {
  const all = [
    kept(1),
    kept(2, { acte: 'ensemble' }),
    kept(3, { acte: 'ensemble' }),
    kept(4, { isTried: true }),
    kept(5, { evenementId: 8 }),
  ]
  expect(latestHeld(all, 7).map(({ mediaId }) => mediaId)).toEqual([2, 3])
  expect(latestHeld([kept(4, { isTried: true })], 7)).toEqual([])
})

test('computes the rate of the last two minutes, unknown at first', () => {
  const everyFive = Array.from({ length: 13 }, (_, n) => n * 5000)
  expect(decisionRateWords(everyFive, 24)).toEqual({ rate: '12 par minute', rest: 'encore 2\u00A0min' })
  expect(decisionRateWords(everyFive.slice(0, 4), 24)).toBeNull()
  expect(decisionRateWords([0, ...everyFive.map((moment) => moment + 3_600_000)], 0)).toMatchObject({
    rate: '12 par minute',
  })
})
