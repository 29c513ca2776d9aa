import { expect, test } from 'vitest'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { decidedEntrees, decidedMedia } from '#src/features/media/decided.ts'
import {
  clearDecisionView,
  type DecisionView,
  readDecisionView,
  type RemovedMedia,
  showSent,
  showStored,
} from '#src/pwa/decisions/decisionView.ts'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

const entree = (id: number, change: Partial<EntreeGalerie> = {}): EntreeGalerie => ({
  id,
  minute: id,
  ratio: null,
  auteur: { id: 3, prenom: 'Zoé', nom: 'Lambert' },
  statut: 'VALIDE',
  type: 'IMAGE',
  favori: false,
  apercu: true,
  ...change,
})
const entrees = [entree(3), entree(2), entree(1)]
const requestedAt = 1000

const removed = { statut: 'SUPPRIME', version: 2 } as const

function view(
  kept: readonly KeptDecision[],
  sent: readonly [Media | RemovedMedia, number, number][] = [],
): DecisionView {
  return {
    kept,
    sent: new Map(sent.map(([media, id]) => [id, media])),
    sentAt: new Map(sent.map(([, id, at]) => [id, at])),
  }
}
const statuts = (seen: DecisionView, openId?: number) =>
  decidedEntrees({ entrees, requestedAt }, seen, openId).map(({ id, statut }) => `${id} ${statut}`)

test('shows a decision of this device at once, and no refused one', () => {
  const kept = [
    uneDecision({ mediaId: 2, geste: 'rejeter' }),
    uneDecision({ mediaId: 1, geste: 'rejeter', state: 'refused' }),
  ]
  expect(statuts(view(kept))).toEqual(['3 VALIDE', '2 REJETE', '1 VALIDE'])
})

test('hides removed media, except the one in the viewer', () => {
  const kept = [uneDecision({ mediaId: 2, geste: 'supprimer' })]
  expect(statuts(view(kept))).toEqual(['3 VALIDE', '1 VALIDE'])
  expect(statuts(view(kept), 2)).toEqual(['3 VALIDE', '2 SUPPRIME', '1 VALIDE'])
})

test("shows the server's answer until a list that was read after it", () => {
  const answer = unMediaVu(2, { statut: 'REJETE', favori: true })
  expect(statuts(view([], [[answer, 2, requestedAt]]))).toEqual(['3 VALIDE', '2 REJETE', '1 VALIDE'])
  expect(statuts(view([], [[removed, 2, requestedAt]]))).toEqual(['3 VALIDE', '1 VALIDE'])
  expect(decidedEntrees({ entrees, requestedAt }, view([], [[answer, 2, requestedAt - 1]]))).toBe(entrees)
})

test('expects the version of the latest answer in the next decision', () => {
  const listed = unMediaVu(2, { version: 4 })
  expect(decidedMedia(listed, view([], [[unMediaVu(2, { version: 5, statut: 'VALIDE' }), 2, 0]]))).toMatchObject({
    version: 5,
    statut: 'VALIDE',
  })
  expect(decidedMedia(listed, view([], [[unMediaVu(2, { version: 3 }), 2, 0]])).version).toBe(4)
})

test('moves the cover from one media of an event to another', () => {
  const kept = [uneDecision({ mediaId: 2, geste: 'couverture' })]
  const cover = unMediaVu(1, { couverture: true })
  expect(decidedMedia(cover, view(kept)).couverture).toBe(false)
  expect(decidedMedia(unMediaVu(2), view(kept)).couverture).toBe(true)
  expect(decidedMedia({ ...cover, evenement_id: 8 }, view(kept)).couverture).toBe(true)
})

test('shows one cover of an event after a second media was chosen', () => {
  const [first, second] = [1, 2].map((id) => unMediaVu(id, { statut: 'VALIDE', couverture: true }))
  for (const media of [first, second]) showSent({ mediaId: media?.id ?? 0, media: media ?? null, version: 1 })
  showStored([])
  const listed = [unMediaVu(1, { statut: 'VALIDE' }), unMediaVu(2, { statut: 'VALIDE', couverture: true })]
  expect(listed.map((media) => decidedMedia(media, readDecisionView()).couverture)).toEqual([false, true])
  clearDecisionView()
})
