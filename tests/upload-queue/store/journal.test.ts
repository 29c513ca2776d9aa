import { expect, test } from 'vitest'
import { journalLength } from '#upload-queue/store/journal.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

const entriesOf = (phone: Phone) => phone.connection.run((database) => database.getAll('journal'))

test('records every transition with its epoch, offset and cause, but not progress', async () => {
  const phone = new Phone()
  const { id } = await phone.accept(someBytes(10))
  const epoch = await phone.lease.claim('page', 0)
  await phone.store.move({ id, from: 'queued', epoch, change: { state: 'sending' } })
  await phone.store.move({ id, from: 'sending', epoch, change: { confirmedOffset: 5 } })
  const cause = { class: 'server', status: 503, code: 'serveur.indisponible', message: 'Une phrase', at: 0 } as const
  await phone.store.move({ id, from: 'sending', epoch, change: { state: 'backoff', cause } })
  expect((await entriesOf(phone)).map(({ from, to }) => `${from} ${to}`)).toEqual([
    'null staging',
    'staging queued',
    'queued sending',
    'sending backoff',
  ])
  expect((await entriesOf(phone)).at(-1)).toMatchObject({ epoch, offset: 5, status: 503, code: 'serveur.indisponible' })
})

test('contains no name, address, hash or credential', async () => {
  const phone = new Phone()
  await phone.grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'top-secret', obtainedAt: 0, expiresAt: 1 })
  const { id, sha256 } = await phone.accept(someBytes(10), { name: 'Mariage de Camille.jpg' })
  const change = { state: 'sending', uploadUrl: '/api/uploads/secret-address' } as const
  await phone.store.move({ id, from: 'queued', epoch: null, change })
  const text = JSON.stringify(await entriesOf(phone))
  for (const secret of ['Camille', 'top-secret', 'secret-address', sha256]) expect(text).not.toContain(secret)
})

test('keeps only the last thousand entries', async () => {
  const phone = new Phone()
  const { id } = await phone.accept(someBytes(10))
  let from: QueueState = 'queued'
  for (let times = 0; times < journalLength + 20; times += 1) {
    const to: QueueState = from === 'queued' ? 'paused' : 'queued'
    await phone.store.move({ id, from, epoch: null, change: { state: to } })
    from = to
  }
  const entries = await entriesOf(phone)
  expect(entries).toHaveLength(journalLength)
  expect(entries[0]?.from).not.toBeNull()
})
