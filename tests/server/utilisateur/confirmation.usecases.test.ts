import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'
import { runMail } from '#server/jobs.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function registered(email: string) {
  const body = { nom: 'Martin', prenom: 'Zoé', email, password: motDePasseDeTest }
  await server.call('POST', '/auth/register', { body })
  const login = await server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })
  return login.json<{ token: string }>().token
}
async function linkFor(email: string): Promise<string> {
  const row = await server.parts.database
    .selectFrom('courriel')
    .selectAll()
    .where('destinataire', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /confirmation\?token=([\w-]+)/.exec(row.texte)?.[1] ?? ''
}
const confirm = (token: string, link: string) =>
  server.call('POST', '/auth/confirm-email', { token, body: { token: link } })
const isConfirmed = async (email: string) =>
  (
    await server.parts.database
      .selectFrom('utilisateur')
      .select('emailConfirmeLe')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).emailConfirmeLe !== null

test('confirms the address by the mailed link', async () => {
  const token = await registered('zoe@eclats.test')
  const link = await linkFor('zoe@eclats.test')
  expect(await isConfirmed('zoe@eclats.test')).toBe(false)
  expect((await confirm(token, link)).statusCode).toBe(200)
  expect(await isConfirmed('zoe@eclats.test')).toBe(true)
})

test('answers that the address is confirmed when the link is opened again, also after a week', async () => {
  const token = await registered('bis@eclats.test')
  const link = await linkFor('bis@eclats.test')
  await confirm(token, link)
  const { parts } = server
  const account = () =>
    parts.database.selectFrom('utilisateur').selectAll().where('email', '=', 'bis@eclats.test').executeTakeFirst()
  const confirmed = await account()
  expect((await confirm(token, link)).statusCode).toBe(200)
  await parts.database.updateTable('jeton').set({ expire: '2020-01-01T00:00:00.000Z' }).execute()
  expect((await confirm(token, link)).statusCode).toBe(200)
  expect(await account()).toEqual(confirmed)
})

test('refuses the link of a former address', async () => {
  const token = await registered('avant@eclats.test')
  const link = await linkFor('avant@eclats.test')
  await confirm(token, link)
  const change = { nom: 'Martin', prenom: 'Zoé', email: 'apres@eclats.test' }
  expect((await server.call('PUT', '/auth/me', { token, body: change })).statusCode).toBe(200)
  expect((await confirm(token, await linkFor('apres@eclats.test'))).statusCode).toBe(200)
  expect((await confirm(token, link)).json()).toMatchObject({ code: 'utilisateur.lien_invalide' })
})

test('confirms nothing by the link of another person', async () => {
  await registered('ana@eclats.test')
  const eve = await unUtilisateur(server, { confirme: false })
  expect((await confirm(eve.token, await linkFor('ana@eclats.test'))).statusCode).toBe(400)
  expect(await isConfirmed(eve.email)).toBe(false)
})

test('expires the link after a week; mails a new one at most three times an hour', async () => {
  const token = await registered('late@eclats.test')
  const link = await linkFor('late@eclats.test')
  await server.parts.database.updateTable('jeton').set({ expire: '2020-01-01T00:00:00.000Z' }).execute()
  expect((await confirm(token, link)).statusCode).toBe(400)
  const resend = () => server.call('POST', '/auth/confirm-email/resend', { token })
  for (let i = 0; i < 3; i += 1) expect((await resend()).statusCode).toBe(200)
  expect((await resend()).statusCode).toBe(429)
  expect((await confirm(token, await linkFor('late@eclats.test'))).statusCode).toBe(200)
})

test('says that the address is confirmed when there is no link to mail again', async () => {
  const { token, email } = await unUtilisateur(server)
  const answer = await server.call('POST', '/auth/confirm-email/resend', { token })
  expect(answer.json()).toEqual({ message: 'Votre adresse est déjà confirmée.' })
  expect(await mailsTo(server, email)).toEqual([])
})

test('writes the message as a readable file to the outbox, with a link on our own origin', async () => {
  await registered('file@eclats.test')
  const link = await linkFor('file@eclats.test')
  await runMail(server.parts, server.app.log)
  const names = await readdir(join(server.dataDir, 'outbox'))
  const read = async (name: string) => PostalMime.parse(await readFile(join(server.dataDir, 'outbox', name)))
  const mails = await Promise.all(names.map(read))
  const mail = mails.find(({ to }) => to?.[0]?.address === 'file@eclats.test')
  expect(mail?.subject).toBe(typographie('Confirmez votre adresse e-mail'))
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain('Bonjour Zoé,')
    expect(body).toContain(`http://eclats.test/confirmation?token=${link}`)
  }
  await runMail(server.parts, server.app.log)
  expect(await readdir(join(server.dataDir, 'outbox'))).toHaveLength(names.length)
})
