import { expect, test, vi } from 'vitest'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { pendingCount, type QueueItemView } from '#upload-queue/queueView.ts'
import { wordsOf } from '#src/features/envoi/itemWords.ts'
import { sendingWords } from '#src/features/envoi/sendingWords.ts'
import { groupsOf, queueStateWords } from '#src/features/envoi/queueGroups.ts'

const item = (state: QueueState, part: Partial<QueueItemView> = {}) =>
  unEnvoi(state, { id: state, name: 'IMG_1.jpg', size: 1000, addedAt: 0, ...part })
const states: readonly QueueState[] = [
  'staging',
  'queued',
  'sending',
  'finalizing',
  'waiting_net',
  'backoff',
  'waiting_auth',
  'blocked',
  'blocked_storage',
  'volatile',
  'paused',
  'failed',
  'cancelling',
  'cancelled',
  'done',
  'lost_source',
]

const network = { isKnown: true, isMobile: false, isWifiOnly: false }

test('lists every item except cancelled ones exactly once', () => {
  const { aVous, choisies, enAttente, recues } = groupsOf(states.map((state) => item(state)))
  const shown = [...aVous, ...choisies, ...enAttente, ...recues].map(({ state }) => state)
  expect(shown.toSorted()).toEqual(states.filter((state) => state !== 'cancelled').toSorted())
  expect(aVous.map(({ state }) => state)).toEqual([
    'waiting_auth',
    'blocked',
    'blocked_storage',
    'failed',
    'lost_source',
  ])
})

test('lists a cancellation that the server refuses to answer among those that need the person', () => {
  const cause = { class: 'blocked', status: 403, code: 'upload.inscription_requise', message: null, at: 0 } as const
  const { aVous, enAttente } = groupsOf([item('cancelling', { cause }), item('cancelling', { id: 'b' })])
  expect([aVous, enAttente].map((group) => group.map(({ id }) => id))).toEqual([['cancelling'], ['b']])
  expect(wordsOf(item('cancelling', { cause }))).toMatchObject({ tone: 'amber', cause: expect.any(String) })
})

test('asks nothing of the person for a photo that waits for the organiser, and says when it leaves', () => {
  const message = "L'organisateur n'a pas encore validé votre inscription."
  const cause = { class: 'blocked', status: 403, code: 'upload.inscription_en_attente', message, at: 0 } as const
  const items = [item('blocked', { cause })]
  expect(groupsOf(items)).toMatchObject({ aVous: [], enAttente: items })
  expect(wordsOf(item('blocked', { cause }))).toEqual({ state: 'En attente', cause: message, tone: undefined })
  expect(sendingWords(items)).toMatchObject({ needsPerson: false, isSafe: true, short: '1 en attente' })
  const words = (all: readonly QueueItemView[]) => queueStateWords({ items: all, sending: 'system', network })
  expect(words(items)).toEqual({
    strong: '1\u00A0photo en sécurité sur ce téléphone.',
    rest: "Vous pouvez fermer : une fois votre inscription validée, l'envoi partira à l'ouverture de l'application.",
  })
  expect(words([...items, item('queued')]).rest).toBe("Vous pouvez fermer : l'envoi reprendra avec le réseau.")
  expect(words([item('paused')]).rest).toBe('En pause : rien ne part avant « Reprendre ».')
})

test('asks nothing of the person for a photo of an event that does not take media yet', () => {
  const cause = { class: 'blocked', status: 403, code: 'upload.evenement_ferme', message: null, at: 0 } as const
  const items = [item('blocked', { cause })]
  expect(groupsOf(items)).toMatchObject({ aVous: [], enAttente: items })
  expect(queueStateWords({ items, sending: 'system', network }).rest).toBe(
    "Vous pouvez fermer : quand l'événement acceptera les médias, l'envoi partira à l'ouverture de l'application.",
  )
})

test('counts a photo that is being deleted neither as safe nor as waiting', () => {
  const items = [item('cancelling'), item('cancelling', { id: 'b' }), item('done')]
  expect(queueStateWords({ items, sending: 'system', network })).toEqual({
    strong: '2\u00A0suppressions en cours.',
    rest: 'Elles se termineront avec le réseau.',
  })
  expect(pendingCount(items)).toBe(0)
  expect(sendingWords(items)).toMatchObject({ count: 0, bytesLeft: 0, done: 0 })
  expect(queueStateWords({ items: [...items, item('queued')], sending: 'system', network }).strong).toBe(
    '1\u00A0photo en sécurité sur ce téléphone.',
  )
})

test('says how a paused photo without a copy on the phone goes on', () => {
  const paused = item('paused', { isInMemory: true })
  expect(queueStateWords({ items: [paused], sending: 'system', network })).toEqual({
    strong: '1\u00A0photo sans copie sur ce téléphone.',
    rest: "En pause : gardez l'application ouverte, et touchez « Reprendre ».",
  })
  expect(wordsOf(paused)).toMatchObject({ state: 'En pause', cause: expect.stringContaining('Sans copie') })
  const sending = item('sending', { isInMemory: true })
  expect(queueStateWords({ items: [paused, sending], sending: 'system', network }).rest).toBe(
    "Gardez l'application ouverte jusqu'à la fin.",
  )
})

test('does not promise that a photo without a copy stays when its session has ended', () => {
  const { state, cause } = wordsOf(item('waiting_auth', { isInMemory: true }))
  expect([state, cause]).toEqual(['Session expirée', expect.stringContaining('Sans copie sur ce téléphone')])
})

test('lists nothing as received before it is done', () => {
  for (const state of states.filter((one) => one !== 'done'))
    expect(wordsOf(item(state, { confirmedBytes: 1000 })).state).not.toMatch(/^Reçue/)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 20, 12) })
  const deliveredAt = new Date(2026, 5, 20, 11, 58).getTime()
  expect(wordsOf(item('done', { deliveredAt })).state).toBe('Reçue à 11:58')
  vi.useRealTimers()
})

test('lists nothing as stored before its bytes are stored, nor when they cannot be read', () => {
  for (const state of ['staging', 'volatile', 'lost_source', 'blocked_storage'] as const)
    expect(queueStateWords({ items: [item(state)], sending: 'system', network }).strong).not.toContain('en sécurité')
})

test('shows whether the page may be closed, depending on background sync', () => {
  const items = [item('queued'), item('waiting_net', { id: 'b' }), item('done')]
  expect(queueStateWords({ items, sending: 'system', network })).toEqual({
    strong: '2\u00A0photos en sécurité sur ce téléphone.',
    rest: "Vous pouvez fermer : l'envoi reprendra avec le réseau.",
  })
  expect(queueStateWords({ items, sending: 'page', network }).rest).toBe(
    "Gardez l'application ouverte pour finir l'envoi.",
  )
  expect(pendingCount(items)).toBe(2)
})

test('does not promise to send paused or failed items with the network', () => {
  const rest = (...items: QueueItemView[]) => queueStateWords({ items, sending: 'system', network }).rest
  expect(rest(item('paused'), item('failed'))).toBe('En pause : rien ne part avant « Reprendre ».')
  expect(rest(item('waiting_auth'), item('failed'))).toBe('')
  expect(rest(item('paused'), item('queued'))).toContain('avec le réseau')
})

test('does not promise to send photos that wait for Wi-Fi with the network', () => {
  const onMobile = { isKnown: true, isMobile: true, isWifiOnly: true }
  expect(queueStateWords({ items: [item('queued')], sending: 'system', network: onMobile }).rest).toBe(
    "L'envoi attend le Wi-Fi : ouvrez l'application une fois en Wi-Fi.",
  )
  const onWifi = { ...onMobile, isMobile: false }
  expect(queueStateWords({ items: [item('queued')], sending: 'system', network: onWifi }).rest).toContain(
    'avec le réseau',
  )
})
