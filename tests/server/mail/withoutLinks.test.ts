import { afterAll, beforeAll, expect, test } from 'vitest'
import { subjectWithoutAddress, withoutLinks } from '#server/mail/withoutLinks.ts'
import { runMail } from '#server/jobs.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startSmtpPeer } from '#tests/support/smtpPeer.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Text that mail clients turn into links: a scheme, www., a dotted name that ends in letters. */
const linked = /\w+:\/\/\S+|www\.\S+|[\p{L}\d-]+[.。．｡]\p{L}{2,}/giu

test.each([
  ['gagnez-http://evil.test', 'gagnez-http: //evil. test', '[…]'],
  ['Cliquez https://evil.test/a?b=c.d', 'Cliquez https: //evil. test/a?b=c.d', 'Cliquez […]'],
  ['Voir www.evil.test', 'Voir www. evil. test', 'Voir […]'],
  ['evil.test/gagner', 'evil. test/gagner', 'evil. test/gagner'],
  ['évènement。fr', 'évènement。 fr', 'évènement。 fr'],
  ['http:\\\\evil', 'http: \\\\evil', '[…]'],
  ['x.xn--p1ai', 'x. xn--p1ai', 'x. xn--p1ai'],
  ['eve@evil.test', 'eve@evil. test', 'eve@evil. test'],
])('makes %s unlinkable', (text, words, subject) => {
  expect(withoutLinks(text)).toBe(words)
  expect(withoutLinks(text)).not.toMatch(linked)
  expect(subjectWithoutAddress(text)).toBe(subject)
})

test.each(['Fête à 18.30', 'M. et Mme Durand', 'Rendez-vous : 14 h.', 'S.N.C.F', 'Bravo...'])(
  'keeps %s unchanged',
  (text) => {
    expect(subjectWithoutAddress(text)).toBe(text)
  },
)

test('sends only our own link when title, place and message contain addresses of websites', async () => {
  const peer = await startSmtpPeer()
  const claire = await unOrganisateur(server)
  const [lea, karim] = [await unUtilisateur(server), await unUtilisateur(server)]
  const eventInput = { titre: 'gagnez-http://evil.test', lieu: 'www.evil.test/salle', statut: 'PLANIFIE' } as const
  const { id } = await unEvenement(server, { createurId: claire.id, ...eventInput })
  await uneInscription(server, { evenementId: id, utilisateurId: karim.id })
  const send = (path: string, body: object) => server.call('POST', path, { token: claire.token, body })
  const below = `/frontend/organisateur/evenements/${id}`
  await send(`${below}/inviter`, { email: lea.email })
  await send(`${below}/inviter-inscription`, { email: 'inconnue@ailleurs.test' })
  const message = { titre: 'https://evil.test', message: 'Votre lot : evil.test/lot' }
  await send(`/organisateur/evenements/${id}/notifications`, message)
  await send(`/organisateur/evenements/${id}/participants/${karim.id}/recompenser`, message)
  server.clock.advance(15 * 60_000)
  const origin = { from: { name: 'Éclats', address: 'a@eclats.test' }, publicUrl: 'http://eclats.test' }
  await runMail({ ...server.parts, mailer: smtpMailer(peer.server, origin) }, server.app.log)
  const mails = peer.received.map(({ mail }) => mail)
  expect(mails).toHaveLength(3)
  for (const { subject = '', text = '', html = '' } of mails) {
    expect(text).toContain('evil. test')
    expect(subject).not.toContain('evil')
    const words = html.replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, ' ')
    for (const shown of [subject, text, words, ...(html.match(/(?<=href=")[^"]*/g) ?? [])]) {
      expect(shown.replaceAll(/http:\/\/eclats\.test\/\S*/g, '')).not.toMatch(linked)
    }
  }
})
