import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Courriel, Mailer } from '#server/mail/mailer.ts'
import { outboxFolder } from '#server/mail/outboxFolder.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'
import { startSmtpPeer } from '#tests/support/smtpPeer.ts'

const origin = {
  from: { name: 'Éclats', address: 'ne-pas-repondre@eclats.test' },
  publicUrl: 'https://eclats.test',
}
const courriel: Courriel = {
  id: 7,
  destinataire: 'zoe@eclats.test',
  sujet: 'Invitation\u202F: Fête d’été à l’île\r\nBcc: eve@eclats.test',
  texte: `Bonjour Zoé,\n\n.\nUne ligne de ${'très '.repeat(300)}long texte\u202F!\n`,
  html: '<p>Bonjour Zoé,</p>',
  desinscription: 'https://eclats.test/api/courriels/desinscription/abc',
  creeLe: '2026-06-20T12:00:00.000Z',
}

interface Way {
  readonly mailer: Mailer
  readonly arrived: () => Promise<Email[]>
}

async function outbox(): Promise<Way> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-outbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const read = async (name: string) => PostalMime.parse(await readFile(join(folder, 'outbox', name)))
  return {
    mailer: outboxFolder(folder, origin),
    arrived: async () => Promise.all((await readdir(join(folder, 'outbox'))).map(read)),
  }
}

async function smtp(): Promise<Way> {
  const peer = await startSmtpPeer()
  const mailer = smtpMailer(peer.server, origin)
  onTestFinished(() => mailer.cut())
  return { mailer, arrived: () => Promise.resolve(peer.received.map(({ mail }) => mail)) }
}

describe.each([
  ['the outbox folder', outbox],
  ['a mail server', smtp],
])('%s', (_name, open) => {
  test('delivers the message unchanged in both forms, with sender, date and id', async () => {
    const { mailer, arrived } = await open()
    await mailer.deliver(courriel)
    const [mail] = await arrived()
    expect(mail?.from).toMatchObject({ name: 'Éclats', address: 'ne-pas-repondre@eclats.test' })
    expect(mail?.to).toMatchObject([{ address: 'zoe@eclats.test' }])
    expect(mail?.subject).toBe('Invitation\u202F: Fête d’été à l’île Bcc: eve@eclats.test')
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(courriel.texte.trimEnd())
    expect(mail?.html?.trim()).toBe(courriel.html)
    expect(mail?.date).toBe(courriel.creeLe)
    expect(mail?.messageId).toBe(`<courriel-7-${Date.parse(courriel.creeLe)}@eclats.test>`)
  })

  test('supports one-click unsubscribe', async () => {
    const { mailer, arrived } = await open()
    await mailer.deliver(courriel)
    const headerOf = (mail: Email | undefined, key: string) => mail?.headers.find((header) => header.key === key)?.value
    const [mail] = await arrived()
    expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${courriel.desinscription}>`)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated')
  })

  test('delivers several messages, with and without an HTML part', async () => {
    const { mailer, arrived } = await open()
    const plain = { ...courriel, html: '', desinscription: null }
    for (const id of [1, 2, 3]) await mailer.deliver({ ...plain, id })
    mailer.closeIdle()
    const mails = await arrived()
    expect(mails).toHaveLength(3)
    expect(mails.every((mail) => mail.html === undefined)).toBe(true)
    expect(mails.some((mail) => mail.headers.some(({ key }) => key === 'list-unsubscribe'))).toBe(false)
  })
})

test('never splits a recipient at a comma in the address', async () => {
  const { mailer, arrived } = await outbox()
  await mailer.deliver({ ...courriel, destinataire: 'zoe,eve@eclats.test' })
  const [mail] = await arrived()
  expect(mail?.to).toHaveLength(1)
})
