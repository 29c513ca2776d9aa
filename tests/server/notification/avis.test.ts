import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runMail } from '#server/jobs.ts'
import { mailAvis } from '#server/notification/avis.usecases.ts'
import { notify } from '#server/notification/notify.ts'
import { desinscriptionJeton } from '#server/notification/desinscription.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { startSmtpPeer, type SmtpPeer } from '#tests/support/smtpPeer.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'

const minute = 60_000
let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  lea = await unUtilisateur(server, { prenom: 'Léa' })
})

const event = (titre: string) => unEvenement(server, { createurId: claire.id, titre })
const tell = (evenementId: number | null, message: string, titre = 'Média validé') =>
  notify(server.parts.database, server.clock, [
    { utilisateurId: lea.id, type: 'MEDIA_VALIDE', titre, message, evenementId },
  ])
const round = (mailer = server.parts.mailer) => runMail({ ...server.parts, mailer }, server.app.log)
const mails = () =>
  server.parts.database.selectFrom('courriel').selectAll().where('destinataire', '=', lea.email).orderBy('id').execute()

test('batches notices of one event within a quarter of an hour into one mail, with counts', async () => {
  const [fete, cousinade] = [await event('Fête'), await event('Cousinade')]
  for (let i = 0; i < 3; i += 1) await tell(fete.id, 'Dans l’album.')
  await tell(cousinade.id, 'Le lieu a changé.', 'Cousinade')
  server.clock.advance(14 * minute)
  await tell(fete.id, 'Floue.', 'Média rejeté')
  await round()
  expect(await mails()).toEqual([])
  server.clock.advance(minute)
  await round()
  await round()
  expect((await mails()).map(({ sujet }) => sujet)).toEqual([
    'Des nouvelles de «\u202FFête\u202F»',
    'Des nouvelles de «\u202FCousinade\u202F»',
  ])
  server.clock.advance(60 * minute)
  await round()
  expect(await mails()).toHaveLength(2)
  await tell(fete.id, 'Encore.')
  server.clock.advance(15 * minute)
  await round()
  expect(await mails()).toHaveLength(3)
})

test('keeps the lines of a message, and none of a title', async () => {
  const { id } = await event('Fête\nIci')
  await tell(id, 'À apporter :\r\n- un gilet\n\n- une lampe', 'Fête\nIci')
  server.clock.advance(15 * minute)
  await mailAvis(server.parts)
  const [mail] = await mails()
  expect(mail?.texte).toContain('À apporter\u202F:\n- un gilet\n- une lampe\n')
  expect(mail?.html).toContain('>À apporter\u202F:<br>- un gilet<br>- une lampe</p>')
  expect(mail?.texte).toContain('«\u202FFête Ici\u202F»')
})

test('sends the mail with its text and one-click unsubscribe', async () => {
  const peer: SmtpPeer = await startSmtpPeer()
  const mailer = smtpMailer(peer.server, { from: { name: 'Éclats', address: 'a@eclats.test' }, publicUrl: 'http://x' })
  const fete = await event('Fête')
  for (let i = 0; i < 3; i += 1) await tell(fete.id, "Dans l'album.")
  server.clock.advance(15 * minute)
  await round(mailer)
  const mail = peer.received.find(({ to }) => to[0] === lea.email)?.mail
  expect(mail?.text).toContain("Média validé\u202F: Dans l'album. (3 fois)")
  expect(mail?.text).toContain(`http://eclats.test/participant/evenements/${fete.id}`)
  const headerOf = (key: string) => mail?.headers.find((header) => header.key === key)?.value ?? ''
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /^<http:\/\/eclats\.test\/api(\/notifications\/desinscription\/[\w.-]+)>$/.exec(
    headerOf('list-unsubscribe'),
  )?.[1]
  expect(mail?.text).toContain(`http://eclats.test/api${link}`)
  // A mail client that prefetches links must change nothing.
  const page = await server.call('GET', link ?? '')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('<form method="post">')
  expect(page.body).not.toMatch(/<script|style=/)
  expect((await preferences()).json()).toEqual({ courriel: true })
  const oneClick = {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  for (let i = 0; i < 2; i += 1) expect((await server.call('POST', link ?? '', oneClick)).statusCode).toBe(200)
  expect((await preferences()).json()).toEqual({ courriel: false })
  const audits = server.parts.database.selectFrom('audit').select('action').where('objet', '=', `utilisateur:${lea.id}`)
  expect(await audits.execute()).toEqual([{ action: 'avis/declines' }])
  await tell(fete.id, 'Encore.')
  server.clock.advance(15 * minute)
  await round(mailer)
  expect(peer.received.filter(({ to }) => to[0] === lea.email)).toHaveLength(1)
})

const preferences = () => server.call('GET', '/notifications/preferences', { token: lea.token })

test('unsubscribes by a multipart form too, and refuses an unknown link', async () => {
  const jeton = desinscriptionJeton(server.parts.secrets, lea.id)
  const boundary = 'x'
  const parts = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const wrong = jeton.replace(/^\d+/, String(claire.id))
  for (const forged of [wrong, `${lea.id}.`, 'x', `${jeton}x`]) {
    const answer = await server.call('POST', `/notifications/desinscription/${forged}`)
    expect(answer.statusCode).toBe(404)
    expect((await server.call('GET', `/notifications/desinscription/${forged}`)).body).toBe(answer.body)
  }
  expect((await preferences()).json()).toEqual({ courriel: true })
  const posted = await server.call('POST', `/notifications/desinscription/${jeton}`, { body: parts, headers })
  expect(posted.statusCode).toBe(200)
  expect((await preferences()).json()).toEqual({ courriel: false })
})

test('resumes notices after a new subscription without sending the missed ones', async () => {
  const put = (courriel: unknown) =>
    server.call('PUT', '/notifications/preferences', { token: lea.token, body: { courriel } })
  expect((await put(false)).json()).toEqual({ courriel: false })
  expect((await put('non')).statusCode).toBe(400)
  const fete = await event('Fête')
  await tell(fete.id, 'Dans l’album.')
  server.clock.advance(15 * minute)
  await round()
  expect((await put(true)).json()).toEqual({ courriel: true })
  await round()
  expect(await mails()).toEqual([])
})

test('sends no notice for read notifications, closed accounts, and events with a mail of their own', async () => {
  const fete = await event('Fête')
  await tell(fete.id, 'Dans l’album.')
  await server.parts.database.updateTable('notification').set({ lu: 1 }).where('utilisateurId', '=', lea.id).execute()
  server.clock.advance(15 * minute)
  await round()
  expect(await mails()).toEqual([])

  const path = `/frontend/organisateur/evenements/${fete.id}/inviter`
  const invited = await server.call('POST', path, { token: claire.token, body: { email: lea.email } })
  expect(invited.statusCode).toBe(201)
  server.clock.advance(15 * minute)
  await round()
  expect((await mails()).map(({ sujet }) => sujet)).toEqual(['Invitation\u202F: Fête'])

  await tell(fete.id, 'Dans l’album.')
  await server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', lea.id).execute()
  server.clock.advance(15 * minute)
  await round()
  expect(await mails()).toHaveLength(1)
})

test('names the event that was deleted before the mail, and does not link to it', async () => {
  const { id } = await event('Fête')
  await tell(id, "Votre média est visible dans l'album.")
  const supprimeLe = '2026-06-20T12:00:00.000Z'
  await server.parts.database.updateTable('evenement').set({ supprimeLe }).where('id', '=', id).execute()
  server.clock.advance(15 * minute)
  await mailAvis(server.parts)
  const [mail] = await mails()
  expect(mail?.sujet).toBe('Des nouvelles de «\u202FFête\u202F»')
  expect(mail?.texte).toContain("Média validé\u202F: Votre média est visible dans l'album.")
  expect(mail?.texte).toContain('http://eclats.test/notifications\n')
})

test('sends a notice of a deleted event, and truncates a long list', async () => {
  for (let i = 0; i < 25; i += 1) await tell(null, `Message ${i}`, 'Fête')
  server.clock.advance(15 * minute)
  await mailAvis(server.parts)
  const [mail] = await mails()
  expect(mail?.texte).toContain('Message 19')
  expect(mail?.texte).not.toContain('Message 20')
  expect(mail?.texte).toContain("Et 5 de plus dans l'application.")
})
