import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import type { Lien } from '#domain/lien/lien.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import {
  unEvenement,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())

const path = '/frontend/organisateur/evenements'
const form = {
  titre: 'Mariage',
  description: 'Au bord du lac',
  dateDebut: '2026-07-01T16:00:00+02:00',
  dateFin: '2026-07-02T04:00:00+02:00',
  lieu: 'Annecy',
}
const create = async (body: object) =>
  (await server.call('POST', path, { token: claire.token, body })).json<EvenementOrganisateur>()

test('uses the zone that was sent, or Paris by default', async () => {
  expect(await create({ ...form, fuseau: 'America/Montreal' })).toMatchObject({
    fuseau: 'America/Montreal',
    dateDebut: '2026-07-01T14:00:00.000Z',
  })
  claire = await unOrganisateur(server)
  expect(await create(form)).toMatchObject({ fuseau: 'Europe/Paris' })
})

test('refuses an unknown zone with its message', async () => {
  const answer = await server.call('POST', path, { token: claire.token, body: { ...form, fuseau: 'Europe/Lutece' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ code: 'requete.invalide', message: 'Le fuseau horaire est inconnu' })
})

test.each(['2026-07-01T16:00', '2026-02-31T16:00:00Z', '2026-07-01', '1782914400000'])(
  'refuses a start without zone or on a nonexistent day: %s',
  async (dateDebut) => {
    const answer = await server.call('POST', path, { token: claire.token, body: { ...form, dateDebut } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: 'requete.invalide',
      message: 'La date de début doit exister et porter son décalage horaire (exemple : 2026-06-14T18:30:00+02:00)',
    })
  },
)

test('keeps zone and visibility when a change does not name them', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, fuseau: 'Asia/Tokyo', visibilite: 'PRIVE' })
  const change = (body: object) => server.call('PUT', `${path}/${id}`, { token: claire.token, body })
  expect((await change(form)).json()).toMatchObject({ titre: 'Mariage', fuseau: 'Asia/Tokyo', visibilite: 'PRIVE' })
  expect((await change({ ...form, fuseau: 'Asia/Seoul' })).json()).toMatchObject({ fuseau: 'Asia/Seoul' })
})

test('returns the zone in the event, its link, an invitation and an export', async () => {
  const lea = await unUtilisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', fuseau: 'Asia/Tokyo' })
  await uneInvitation(server, { evenementId: id, invite: lea })
  const { code } = (await server.call('POST', `${path}/${id}/liens`, { token: claire.token, body: {} })).json<Lien>()
  const read = async (address: string, person?: PersonneDeTest) =>
    (await server.call('GET', address, { token: person?.token ?? null })).json<unknown>()
  const inTokyo = { fuseau: 'Asia/Tokyo' }
  expect(await read(`/frontend/participant/evenements/${id}`, lea)).toMatchObject(inTokyo)
  expect(await read(`/liens/${code}`)).toMatchObject({ evenement: inTokyo })
  expect(await read('/frontend/participant/invitations', lea)).toMatchObject([{ evenement: inTokyo }])
  expect(await read('/frontend/participant/data', claire)).toMatchObject({ evenements: [inTokyo] })
})

test('names the zone of the event beside the time in an invitation mail', async () => {
  const lea = await unUtilisateur(server)
  const dateDebut = '2026-07-01T22:00:00.000Z'
  const dateFin = '2026-07-02T04:00:00.000Z'
  const eventInput = {
    createurId: claire.id,
    statut: 'PLANIFIE',
    fuseau: 'America/New_York',
    dateDebut,
    dateFin,
  } as const
  const { id } = await unEvenement(server, eventInput)
  await server.call('POST', `${path}/${id}/inviter`, { token: claire.token, body: { email: lea.email } })
  const [mail] = await mailsTo(server, lea.email)
  expect(mail?.texte).toContain('mercredi 1er juillet 2026 à 18:00, heure de New York, Annecy')
})
