import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Consentement } from '#domain/consentement/consentement.ts'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { Media } from '#domain/media/media.ts'
import { firstBrokenAudit } from '#server/audit/audit.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { askFor, confirmFusionBy, uneFusion } from '#tests/support/fusion.ts'
import { entreeInvite, unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  ;({ id: evenementId } = await unEvenement(server, { createurId: claire.id }))
})
afterAll(() => server.stop())

const read = (token: string) => server.call('POST', '/auth/fusions/lecture', { body: { token } })
const confirm = (token: string) => confirmFusionBy(server, token)
const send = async ({ token }: PersonneDeTest, bytes?: Buffer) => {
  const answer = await depositInOne(server, { token, evenementId, bytes: bytes ?? (await unePhoto()) })
  return Number(answer.headers['x-media-id'])
}
const mediasOf = async ({ token }: PersonneDeTest) => {
  const answer = await server.call('GET', '/frontend/participant/medias', { token })
  return answer.json<Media[]>().map(({ id }) => id)
}
const people = async () => {
  const path = `/frontend/organisateur/evenements/${evenementId}/participants`
  const rows = (await server.call('GET', path, { token: claire.token })).json<Inscription[]>()
  return rows.map(({ user, statutInscription }) => [user.id, statutInscription])
}
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code

describe('confirm', () => {
  test('moves photos, registration and consent to the account of the address', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    const photo = await send(marie)
    const answer = await confirm(token)
    expect(answer.json()).toEqual({
      prenom: 'Marie',
      email: lea.email,
      evenement: { id: evenementId, titre: expect.any(String) as string },
      medias: 1,
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await mediasOf(lea)).toEqual([photo])
    expect(await people()).toEqual([[lea.id, 'VALIDE']])
    const consent = await server.call('GET', '/frontend/participant/consentement-rgpd/me/actif', { token: lea.token })
    expect(consent.json<Consentement>()).toMatchObject({ statut: 'ACTIF', utilisateurId: lea.id })
    const list = await server.call('GET', '/auth/me/fusions', { token: lea.token })
    expect(list.json()).toEqual([marie.id])
    expect(await firstBrokenAudit(server.parts.database)).toBeNull()
  })

  test('writes who, into which account and how much into the audit, and no name', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    await send(marie)
    await confirm(token)
    const row = await server.parts.database
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'utilisateur/fusionne')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ acteurId: lea.id, objet: `utilisateur:${marie.id}` })
    expect(JSON.parse(row.detail)).toEqual({
      dans: lea.id,
      inscriptionId: marie.inscriptionId,
      medias: 1,
      doubles: 0,
    })
  })

  test('works once, also for two at the same time', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    const photo = await send(marie)
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(codeOf(await confirm(token))).toBe('utilisateur.fusion_faite')
    expect(await mediasOf(lea)).toEqual([photo])
    expect(await people()).toEqual([[lea.id, 'VALIDE']])
  })

  test('ends the guest everywhere, and answers to the device what became of it', async () => {
    const lien = await unLien(server, { evenementId, identite: 'PRENOM' })
    const lea = await unUtilisateur(server)
    const body = entreeInvite()
    const entered = await server.call('POST', `/liens/${lien.code}/invites`, { body })
    const { token } = entered.json<{ token: string }>()
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const reprise = await server.call('POST', '/auth/reprises', { token })
    await server.call('POST', '/auth/me/adresse', { token, body: { email: lea.email } })
    await confirm(await mailedToken(server, lea.email, 'fusion'))
    const refused = [
      await server.call('GET', '/auth/me', { token }),
      await server.call('POST', '/auth/session', { headers: { cookie } }),
      await server.call('POST', `/liens/${lien.code}/invites`, { body }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(refused.map(codeOf)).toEqual(Array(3).fill('session.fusionnee'))
    const { code } = reprise.json<{ code: string }>()
    expect(codeOf(await server.call('POST', '/auth/reprendre', { body: { code } }))).toBe('session.reprise_refusee')
  })

  test('keeps no name and no address in the row of the guest', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    await confirm(token)
    const row = await server.parts.database
      .selectFrom('utilisateur')
      .selectAll()
      .where('id', '=', marie.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ prenom: 'Compte', email: null, emailEnAttente: null, statutActif: 0 })
    expect(row.fusionneDansId).toBe(lea.id)
    const jetons = await server.parts.database
      .selectFrom('jeton')
      .select(['email', 'utiliseLe'])
      .where('utilisateurId', '=', marie.id)
      .execute()
    expect(jetons.every(({ utiliseLe }) => utiliseLe !== null)).toBe(true)
  })

  test('ends the push subscriptions of the guest', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    const endpoint = `https://fcm.googleapis.com/fcm/send/${marie.id}`
    const rows = () =>
      server.parts.database
        .selectFrom('abonnementPush')
        .select('utilisateurId')
        .where('utilisateurId', 'in', [marie.id, lea.id])
        .execute()
    await server.call('PUT', '/notifications/push', { token: marie.token, body: { endpoint, keys } })
    expect(await rows()).toEqual([{ utilisateurId: marie.id }])
    // As one from before devices were listed: it does not end with its device.
    await server.parts.database
      .updateTable('abonnementPush')
      .set({ appareilId: null })
      .where('utilisateurId', '=', marie.id)
      .execute()
    await confirm(token)
    expect(await rows()).toEqual([])
  })

  test('moves everything again into the same account, from another event', async () => {
    const first = await uneFusion(server, { evenementId })
    const one = await send(first.marie)
    await confirm(first.token)
    const other = await unEvenement(server, { createurId: claire.id })
    const second = await uneFusion(server, { evenementId: other.id, lea: first.lea })
    await confirm(second.token)
    expect(await mediasOf(first.lea)).toEqual([one])
    const list = await server.call('GET', '/auth/me/fusions', { token: first.lea.token })
    expect(list.json()).toEqual([first.marie.id, second.marie.id])
  })
})

describe('refuses', () => {
  test('to read or to move by an unknown, an old or a repeated link', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    for (const answer of [await read('x'.repeat(43)), await confirm('x'.repeat(43))])
      expect(codeOf(answer)).toBe('utilisateur.fusion_invalide')
    const autre = await unUtilisateur(server)
    await askFor(server, marie, autre.email)
    expect(codeOf(await confirm(token))).toBe('utilisateur.fusion_invalide')
    expect(await mediasOf(lea)).toEqual([])
    const link = await mailedToken(server, autre.email, 'fusion')
    await server.parts.database.updateTable('jeton').set({ expire: '2020-01-01T00:00:00.000Z' }).execute()
    expect(codeOf(await read(link))).toBe('utilisateur.fusion_invalide')
    expect(codeOf(await confirm(link))).toBe('utilisateur.fusion_invalide')
  })

  test('a guest whom the organiser has blocked', async () => {
    const { marie, token } = await uneFusion(server, { evenementId })
    const path = `/inscriptions/${marie.inscriptionId}/statut?statut=ANNULE`
    await server.call('PUT', path, { token: claire.token })
    expect(codeOf(await confirm(token))).toBe('utilisateur.fusion_invalide')
    expect(codeOf(await read(token))).toBe('utilisateur.fusion_invalide')
  })

  test('an account whose registration the organiser has cancelled, and leaves the guest as before', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: 'ANNULE' })
    expect(codeOf(await confirm(token))).toBe('inscription.annulee')
    expect((await server.call('GET', '/auth/me', { token: marie.token })).statusCode).toBe(200)
    expect(await people()).toEqual(
      expect.arrayContaining([
        [marie.id, 'VALIDE'],
        [lea.id, 'ANNULE'],
      ]),
    )
  })

  test.each([
    ['of an unconfirmed address', { emailConfirmeLe: null }],
    ['of an organiser', { role: 'ORGANISATEUR' }],
    ['that is deactivated', { statutActif: 0 }],
  ] as const)('an account %s: its mail has no link', async (_which, state) => {
    const owner = await unUtilisateur(server)
    await server.parts.database.updateTable('utilisateur').set(state).where('id', '=', owner.id).execute()
    const marie = await unInvite(server, { evenementId })
    await askFor(server, marie, owner.email)
    expect(await mailsTo(server, owner.email)).toHaveLength(1)
    expect(await mailedToken(server, owner.email, 'fusion')).toBe('')
    const isClosed = 'statutActif' in state
    const texte = (await mailsTo(server, owner.email))[0]?.texte
    // Not "Elle", which may be the guest.
    expect(texte).toContain("Cette adresse a déjà un compte\u202F: rien n'a changé.")
    expect(texte?.includes('Ce compte est désactivé')).toBe(isClosed)
  })

  test('an account that lost its proof, was closed or raised after the mail', async () => {
    const { lea, token } = await uneFusion(server, { evenementId })
    const { database } = server.parts
    const set = (change: object) => database.updateTable('utilisateur').set(change).where('id', '=', lea.id).execute()
    for (const [change, back] of [
      [{ emailConfirmeLe: null }, { emailConfirmeLe: '2026-01-01T00:00:00.000Z' }],
      [{ statutActif: 0 }, { statutActif: 1 }],
      [{ role: 'ORGANISATEUR' }, { role: 'PARTICIPANT' }],
    ] as const) {
      await set(change)
      expect(codeOf(await confirm(token))).toBe('utilisateur.fusion_invalide')
      await set(back)
    }
    expect((await confirm(token)).statusCode).toBe(200)
  })

  test('a guest of a deleted event', async () => {
    const { token } = await uneFusion(server, { evenementId })
    const { database } = server.parts
    await database.updateTable('evenement').set({ supprimeLe: '2026-01-01' }).where('id', '=', evenementId).execute()
    expect(codeOf(await read(token))).toBe('utilisateur.fusion_invalide')
    expect(codeOf(await confirm(token))).toBe('utilisateur.fusion_invalide')
  })

  test('to give the guest a session of the account, or the account one of the guest', async () => {
    const { marie, token } = await uneFusion(server, { evenementId })
    const answer = await confirm(token)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).not.toContain('token')
    expect((await server.call('GET', '/auth/me', { token: marie.token })).statusCode).toBe(401)
  })
})

test('says that everything has moved when the link is opened again, and only to the address of the account', async () => {
  const { marie, token: replaced } = await uneFusion(server, { evenementId })
  const account = await unUtilisateur(server)
  await askFor(server, marie, account.email)
  const token = await mailedToken(server, account.email, 'fusion')
  expect((await confirm(token)).statusCode).toBe(200)
  for (const again of [read, confirm]) {
    expect(codeOf(await again(token))).toBe('utilisateur.fusion_faite')
    expect(codeOf(await again(replaced))).toBe('utilisateur.fusion_invalide')
  }
})

test('reads what would move, and changes nothing', async () => {
  const { marie, lea, token } = await uneFusion(server, { evenementId })
  await send(marie)
  for (let n = 0; n < 2; n += 1)
    expect((await read(token)).json()).toMatchObject({ prenom: 'Marie', email: lea.email, medias: 1 })
  expect(await people()).toEqual([[marie.id, 'VALIDE']])
  expect((await confirm(token)).statusCode).toBe(200)
})
