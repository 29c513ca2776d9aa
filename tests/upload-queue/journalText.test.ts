import { expect, test } from 'vitest'
import { journalText } from '#upload-queue/journalText.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

const device = { browser: 'Navigateur/1.0', sending: 'system', persisted: true, freeBytes: 12 } as const

async function journalOf(phone: Phone, ownerId = 1): Promise<string> {
  const items = await phone.person.itemsOf(ownerId)
  const entries = await phone.person.journalOf(ownerId)
  return journalText({ madeAt: phone.clock.now(), device, items, entries })
}

test('contains every transition with its time, epoch, offset and answer', async () => {
  const phone = new Phone()
  const { id } = await phone.accept(someBytes(10))
  const epoch = await phone.lease.claim('page', 0)
  await phone.store.move({ id, from: 'queued', epoch, change: { state: 'sending' } })
  const cause = { class: 'server', status: 503, code: 'serveur.erreur', message: 'Une phrase', at: 0 } as const
  const change = { state: 'backoff', cause, attempts: 1, confirmedOffset: 5 } as const
  await phone.store.move({ id, from: 'sending', epoch, change })
  const lines = (await journalOf(phone)).split('\n')
  expect(lines).toContain(`${id} backoff 5/10 1 0 non server 503 serveur.erreur`)
  expect(lines).toContain(`2026-06-13T21:00:00.000Z ${id} - staging 0 0 - -`)
  expect(lines).toContain(`2026-06-13T21:00:00.000Z ${id} sending backoff ${epoch} 5 503 serveur.erreur`)
})

test('contains no name, address, hash, credential, message or byte', async () => {
  const phone = new Phone()
  await phone.grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'grant-secret', obtainedAt: 0, expiresAt: 1 })
  const bytes = new TextEncoder().encode('les octets de la photo')
  const item = await phone.accept(bytes, { name: 'Mariage de Camille.jpg' })
  const cause = { class: 'refused', status: 400, code: 'Karim Haddad <b>', message: 'Bonjour Karim', at: 0 } as const
  const change = { state: 'sending', uploadUrl: '/api/uploads/adresse', refusedGrantId: 'grant-id', cause } as const
  await phone.store.move({ id: item.id, from: 'queued', epoch: null, change })
  const text = await journalOf(phone)
  expect(text).toContain(item.id)
  const secrets = ['Camille', 'jpg', 'grant', 'adresse', 'Karim', 'Bonjour', 'octets de la photo']
  for (const secret of [...secrets, item.sha256, item.sourceSha256]) expect(text).not.toContain(secret)
})

test('excludes transitions of other people on this phone', async () => {
  const phone = new Phone()
  const mine = await phone.accept(someBytes(10))
  const theirs = await phone.accept(someBytes(11), { ownerId: 2 })
  expect(await journalOf(phone)).not.toContain(theirs.id)
  expect(await journalOf(phone)).toContain(mine.id)
})
