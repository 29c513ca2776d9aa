import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { DemandeRetraitRecue } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { Media } from '#domain/media/media.ts'
import { collectDonnees } from '#server/donnees/donnees.ts'
import { confirmFusion } from '#server/fusion/fusion.usecases.ts'
import { eraseUtilisateur } from '#server/utilisateur/effacement.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import {
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { confirmFusionBy, uneFusion } from '#tests/support/fusion.ts'
import { unInvite } from '#tests/support/invites.ts'
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

describe('joins the registration of an account that is in the event', () => {
  test.each([
    ['VALIDE', 'VALIDE', 'VALIDE'],
    ['VALIDE', 'EN_ATTENTE', 'VALIDE'],
    ['EN_ATTENTE', 'VALIDE', 'VALIDE'],
    ['EN_ATTENTE', 'EN_ATTENTE', 'EN_ATTENTE'],
  ] as const)('guest %s, account %s: %s', async (ofGuest, ofAccount, after) => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    const { database } = server.parts
    const inscription = database.updateTable('inscription').where('id', '=', marie.inscriptionId)
    await inscription.set({ statutInscription: ofGuest }).execute()
    await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: ofAccount })
    expect((await confirm(token)).statusCode).toBe(200)
    expect(await people()).toEqual([[lea.id, after]])
  })

  test('gives back the place of an open invitation', async () => {
    const { lea, token } = await uneFusion(server, { evenementId })
    const { id } = await uneInvitation(server, { evenementId, invite: lea })
    await confirm(token)
    const row = await server.parts.database
      .selectFrom('invitation')
      .select('statut')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.statut).toBe('ACCEPTEE')
  })
})

describe('leaves one active consent', () => {
  const rowsOf = ({ id }: PersonneDeTest) =>
    server.parts.database
      .selectFrom('consentement')
      .select(['id', 'statut'])
      .where('utilisateurId', '=', id)
      .orderBy('id')
      .execute()

  test('the one that was given last', async () => {
    const lea = await unUtilisateur(server)
    const older = await unConsentement(server, lea.id)
    const { database } = server.parts
    const before = { dateConsentement: '2026-01-01T00:00:00.000Z' }
    await database.updateTable('consentement').set(before).where('id', '=', older.id).execute()
    const { token } = await uneFusion(server, { evenementId, lea })
    await confirm(token)
    expect((await rowsOf(lea)).map(({ statut }) => statut)).toEqual(['EXPIRE', 'ACTIF'])
  })

  test('none when the account has refused since', async () => {
    const { lea, token } = await uneFusion(server, { evenementId })
    server.clock.advance(1000)
    const body = { consentementDonne: false, versionRGPD }
    await server.call('POST', '/frontend/participant/consentement-rgpd', { token: lea.token, body })
    await confirm(token)
    expect((await rowsOf(lea)).map(({ statut }) => statut)).toEqual(['REVOQUE', 'REVOQUE'])
  })
})

describe('leaves one media of a photo that both have sent', () => {
  const statutsOf = (ids: readonly number[]) =>
    server.parts.database
      .selectFrom('media')
      .select(['id', 'statut', 'favori', 'auteurId'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()

  async function twice() {
    const fusion = await uneFusion(server, { evenementId })
    await uneInscription(server, { evenementId, utilisateurId: fusion.lea.id, statut: 'VALIDE' })
    await unConsentement(server, fusion.lea.id)
    const bytes = await unePhoto()
    const [guests, accounts] = [await send(fusion.marie, bytes), await send(fusion.lea, bytes)]
    return { ...fusion, bytes, guests, accounts }
  }
  const decide = (id: number, verb: 'valider' | 'favori') =>
    server.call(verb === 'favori' ? 'POST' : 'PATCH', `/frontend/organisateur/medias/${id}/${verb}`, {
      token: claire.token,
    })

  test("the account's when nothing else decides", async () => {
    const { lea, token, bytes, guests, accounts } = await twice()
    await confirm(token)
    expect(await mediasOf(lea)).toEqual([accounts])
    expect((await statutsOf([guests])).map(({ statut }) => statut)).toEqual(['SUPPRIME'])
    expect(await send(lea, bytes)).toBe(accounts)
  })

  test('the one that is shown, with what was said about the other', async () => {
    const { lea, token, guests, accounts } = await twice()
    await decide(guests, 'valider')
    await decide(accounts, 'favori')
    const path = `/frontend/participant/medias/${guests}/demandes-retrait`
    const other = await unInvite(server, { evenementId })
    const asked = await server.call('POST', path, { token: other.token, body: { motif: 'On me voit.' } })
    expect(asked.statusCode).toBe(201)
    await confirm(token)
    expect(await mediasOf(lea)).toEqual([guests])
    expect(await statutsOf([guests, accounts])).toMatchObject([
      { statut: 'VALIDE', favori: 1, auteurId: lea.id },
      { statut: 'SUPPRIME', auteurId: lea.id },
    ])
    const requests = await server.parts.database.selectFrom('demandeRetrait').select('mediaId').execute()
    expect(requests.map(({ mediaId }) => mediaId)).toContain(guests)
  })

  test('the one whose file the storage still has, with the decision about the other', async () => {
    const { lea, token, guests, accounts } = await twice()
    await decide(accounts, 'valider')
    const { database, medias } = server.parts
    const row = database.selectFrom('media').select('fichier').where('id', '=', accounts)
    // A preview that is made from a removed file fails.
    await medias.jobs.idle()
    await medias.storage.remove((await row.executeTakeFirstOrThrow()).fichier)
    await confirm(token)
    expect(await mediasOf(lea)).toEqual([guests])
    expect(await statutsOf([guests, accounts])).toMatchObject([{ statut: 'VALIDE' }, { statut: 'SUPPRIME' }])
  })

  test('the one whose lost photo was sent again after the storage was asked', async () => {
    const { marie, lea, token, bytes, guests, accounts } = await twice()
    await decide(accounts, 'valider')
    const { database, medias } = server.parts
    const files = () => database.selectFrom('media').select(['id', 'fichier']).where('id', 'in', [guests, accounts])
    await medias.jobs.idle()
    for (const { fichier } of await files().execute()) await medias.storage.remove(fichier)
    let sent: Promise<number> | undefined
    const size = async () => {
      await (sent ??= send(marie, bytes))
      return null
    }
    const storage = { ...medias.storage, size }
    await confirmFusion({ ...server.parts, medias: { ...medias, storage } }, { token, ip: '203.0.113.7' })
    expect(await sent).toBe(guests)
    expect(await mediasOf(lea)).toEqual([guests])
    const [kept] = await files().where('id', '=', guests).execute()
    expect(await medias.storage.size(kept?.fichier ?? '')).toBe(bytes.length)
  })

  test('and locks the audit log for the last statements only, whatever the number of photos', async () => {
    const { marie, lea, token } = await twice()
    const again = await unePhoto()
    for (const person of [marie, lea]) await send(person, again)
    const isAudit: boolean[] = []
    const record: KyselyPlugin = {
      transformQuery({ node }) {
        isAudit.push(/"audit(?:Tete)?"/.test(JSON.stringify(node)))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const database = server.parts.database.withPlugin(record)
    await confirmFusion({ ...server.parts, database }, { token, ip: '203.0.113.7' })
    expect(isAudit.indexOf(true)).toBe(isAudit.length - 3)
    const entries = server.parts.database.selectFrom('audit').select('action').where('acteurId', '=', lea.id)
    const actions = (await entries.orderBy('id').execute()).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['media/reuni', 'media/reuni', 'utilisateur/fusionne'])
  })

  test('the rows of removed photos stay as they are', async () => {
    const { lea, marie, token, guests } = await twice()
    await server.call('DELETE', `/frontend/participant/medias/${guests}`, { token: marie.token })
    await confirm(token)
    expect(await statutsOf([guests])).toMatchObject([{ statut: 'SUPPRIME', auteurId: lea.id }])
  })
})

describe('leaves one open removal request of a person about a photo', () => {
  const ask = (mediaId: number, { token }: PersonneDeTest, mineur: boolean) =>
    server.call('POST', `/frontend/participant/medias/${mediaId}/demandes-retrait`, {
      token,
      body: { motif: 'On me voit.', mineur },
    })
  const requests = async () => {
    const path = `/frontend/organisateur/evenements/${evenementId}/demandes-retrait`
    return (await server.call('GET', path, { token: claire.token })).json<DemandeRetraitRecue[]>()
  }

  test('when guest and account have asked both, about a minor if one of them said so', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    await uneInscription(server, { evenementId, utilisateurId: lea.id })
    const author = await unUtilisateur(server)
    const [one, two] = [
      await unMedia(server, { evenementId, auteurId: author.id, statut: 'VALIDE' }),
      await unMedia(server, { evenementId, auteurId: author.id, statut: 'VALIDE' }),
    ]
    await ask(one.id, lea, false)
    await ask(one.id, marie, true)
    await ask(two.id, marie, false)
    await confirm(token)
    const left = (await requests()).map(({ media_id, mineur, demandeur }) => [media_id, mineur, demandeur?.id])
    expect(left).toEqual([
      [one.id, true, lea.id],
      [two.id, false, lea.id],
    ])
  })

  test('when the person has asked about both media of it, and others keep theirs', async () => {
    const { marie, lea, token } = await uneFusion(server, { evenementId })
    const [guests, accounts] = [
      await unMedia(server, { evenementId, auteurId: marie.id, statut: 'VALIDE' }),
      await unMedia(server, { evenementId, auteurId: lea.id, statut: 'VALIDE' }),
    ]
    const { sha256 } = guests
    await server.parts.database.updateTable('media').set({ sha256 }).where('id', '=', accounts.id).execute()
    const [ana, other] = [await unInvite(server, { evenementId }), await unInvite(server, { evenementId })]
    for (const id of [guests.id, accounts.id]) await ask(id, ana, false)
    await ask(guests.id, other, false)
    await confirm(token)
    const left = (await requests()).map(({ media_id, demandeur }) => [media_id, demandeur?.id])
    expect(left).toEqual([
      [accounts.id, other.id],
      [accounts.id, ana.id],
    ])
  })
})

test('exports and erases what came from the guest with the account', async () => {
  const { marie, lea, token } = await uneFusion(server, { evenementId })
  const media = await send(marie)
  await unMedia(server, { evenementId, auteurId: marie.id })
  await confirm(token)
  const { database } = server.parts
  const account = await findUtilisateur(database, lea.id)
  if (!account) throw new Error('no account')
  const text = JSON.stringify(await collectDonnees(database, lea.id))
  expect(text).toContain(`"media:${media}"`)
  expect(text).toContain('utilisateur/fusionne')
  await database
    .transaction()
    .execute((transaction) => eraseUtilisateur({ ...server.parts, database: transaction }, account, ''))
  const left = await database.selectFrom('media').select('id').where('auteurId', 'in', [marie.id, lea.id]).execute()
  expect(left).toEqual([])
})
