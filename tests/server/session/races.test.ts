import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLien } from '#server/album/album.usecases.ts'
import { nowIso } from '#server/clock.ts'
import { createGrant } from '#server/grant/grant.ts'
import { findEvenement } from '#server/evenement/evenement.repository.ts'
import { subscribeAppareil } from '#server/push/push.usecases.ts'
import { endSessionsOf } from '#server/session/endSessionsOf.ts'
import { endAppareil, endSession, openSession, refreshSession } from '#server/session/session.usecases.ts'
import { findUtilisateur, lockUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe, duringTransaction, jtiOf } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  ;({ claire, karim, evenementId } = await uneFete(server))
  const photo = { token: karim.token, evenementId, bytes: await unePhoto() }
  await depositInOne(server, photo)
})
afterAll(() => server.stop())

const appareil = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/appareil',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}

interface Given {
  readonly name: string
  readonly person: () => PersonneDeTest
  /** What a request does after its session was checked. */
  readonly give: () => Promise<unknown>
  /** Whether a valid credential is left. */
  readonly isLeft: () => Promise<boolean>
}

const grantsAlive = async () => {
  const alive = server.parts.database.selectFrom('uploadGrant').select('id').where('revoqueLe', 'is', null)
  return (await alive.where('evenementId', '=', evenementId).execute()).length > 0
}
const given: readonly Given[] = [
  {
    name: 'an upload grant',
    person: () => karim,
    give: () => createGrant(server.parts, { acteur: acteurDe(karim), evenementId, portee: 'upload' }),
    isLeft: grantsAlive,
  },
  {
    name: 'a moderation grant',
    person: () => claire,
    give: () => createGrant(server.parts, { acteur: acteurDe(claire), evenementId, portee: 'moderation' }),
    isLeft: grantsAlive,
  },
  {
    name: 'an album link',
    person: () => karim,
    give: async () => {
      const evenement = await findEvenement(server.parts.database, evenementId)
      if (!evenement) throw new Error('no event')
      const deps = { ...server.parts, ...server.parts.medias }
      return createLien(deps, { acteur: acteurDe(karim), evenement }, { choix: 'MIENS', nouveautes: false })
    },
    isLeft: async () => {
      const links = server.parts.database.selectFrom('albumLien').select('id').where('utilisateurId', '=', karim.id)
      return (await links.execute()).length > 0
    },
  },
  {
    name: 'a push subscription',
    person: () => karim,
    give: () => subscribeAppareil(server.parts, { acteur: acteurDe(karim), appareil }),
    isLeft: async () => {
      const devices = server.parts.database.selectFrom('abonnementPush').select('id')
      return (await devices.where('utilisateurId', '=', karim.id).execute()).length > 0
    },
  },
]

test.each(given)('refuses $name when the logout happened between the check and the write', async (one) => {
  await endSession(server.parts, jtiOf(one.person().token))
  await expect(one.give()).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await one.isLeft()).toBe(false)
})

test.each(given)('leaves no valid $name when the end of all sessions is being committed', async (one) => {
  const outcome = await duringTransaction(server, {
    first: (database) =>
      endSessionsOf(database, { utilisateurId: one.person().id, except: null }, nowIso(server.clock)),
    work: one.give,
  })
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'session.expiree' } })
  expect(await one.isLeft()).toBe(false)
})

test('refuses a grant when the account was deactivated between the check and the write', async () => {
  const { database } = server.parts
  await database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', karim.id).execute()
  const grantRequest = { acteur: acteurDe(karim), evenementId, portee: 'upload' } as const
  await expect(createGrant(server.parts, grantRequest)).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await grantsAlive()).toBe(false)
})

test('returns the same successor to two renewals with one secret that wait for the account', async () => {
  const { database } = server.parts
  const utilisateur = await findUtilisateur(database, karim.id)
  if (!utilisateur) throw new Error('no account')
  const { refresh } = await openSession(server.parts, { utilisateur, seSouvenir: true })
  const cookie = { secret: refresh?.secret ?? '', isPrefixed: false }
  const outcome = await duringTransaction(server, {
    first: (transaction) => lockUtilisateur(transaction, karim.id),
    work: () => Promise.all([refreshSession(server.parts, cookie), refreshSession(server.parts, cookie)]),
  })
  if (outcome.status === 'rejected') throw outcome.reason
  const [one, two] = outcome.value
  expect(one.session.refresh).toEqual(two.session.refresh)
  const living = database.selectFrom('refreshToken').select('hash').where('utilisateurId', '=', karim.id)
  expect(await living.where('utiliseLe', 'is', null).execute()).toHaveLength(1)
})

test('renews nothing when the device is signed out while the renewal waits', async () => {
  const { database } = server.parts
  const utilisateur = await findUtilisateur(database, karim.id)
  if (!utilisateur) throw new Error('no account')
  const { refresh, jti } = await openSession(server.parts, { utilisateur, seSouvenir: true })
  const { famille } = await database
    .selectFrom('session')
    .select('famille')
    .where('jti', '=', jti)
    .executeTakeFirstOrThrow()
  const outcome = await duringTransaction(server, {
    first: async (transaction) => {
      await lockUtilisateur(transaction, karim.id)
      await endAppareil(transaction, famille ?? '', nowIso(server.clock))
    },
    work: () => refreshSession(server.parts, { secret: refresh?.secret ?? '', isPrefixed: false }),
  })
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'session.expiree' } })
  const devices = database
    .selectFrom('appareil')
    .select('id')
    .where('id', '=', famille ?? '')
  expect(await devices.execute()).toEqual([])
})
