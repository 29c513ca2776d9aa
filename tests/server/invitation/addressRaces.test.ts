import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invitation } from '#domain/invitation/invitation.ts'
import { lockEvenement } from '#server/evenement/places.ts'
import { countInvitationsOuvertes } from '#server/invitation/invitation.repository.ts'
import { confirmEmailOf } from '#server/utilisateur/confirmation.repository.ts'
import { createJeton } from '#server/utilisateur/jeton.repository.ts'
import { updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { duringTransaction } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })).id
})
afterAll(() => server.stop())

const invite = (email: string, call: 'inviter' | 'inviter-inscription') =>
  server.call('POST', `/frontend/organisateur/evenements/${evenementId}/${call}`, {
    token: claire.token,
    body: { email },
  })
const invitationsOf = async ({ token }: PersonneDeTest) =>
  (await server.call('GET', '/frontend/participant/invitations', { token })).json<Invitation[]>()
const ownersOf = (email: string) =>
  server.parts.database.selectFrom('invitation').select('utilisateurId').where('email', '=', email).execute()

let people = 0
/** A person who has requested a new address, and the call that confirms it. */
async function changingTo() {
  people += 1
  const email = `nouvelle${people}@ailleurs.test`
  const person = await unUtilisateur(server)
  await updateUtilisateur(server.parts.database, person.id, { emailEnAttente: email })
  const jeton = { utilisateur: { id: person.id, email }, genre: 'CONFIRMATION', lifeMs: 3_600_000 } as const
  const secret = await createJeton(server.parts, jeton)
  const confirm = () => server.call('POST', '/auth/confirm-email', { token: person.token, body: { token: secret } })
  return { person, email, confirm }
}

/** Whether this many statements wait for a lock. On SQLite every other call waits for an open transaction. */
async function areWaiting(count: number): Promise<boolean> {
  if (server.databaseUrl === null) return true
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(server.parts.database)
  return rows[0]?.n === count
}

test('assigns an invitation without account to the account that confirms its address before the commit', async () => {
  const { person, email, confirm } = await changingTo()
  const { database } = server.parts
  const running: Promise<{ statusCode: number }>[] = []
  // The invitation has found no account and waits for the event, while the confirmation runs.
  await database.transaction().execute(async (transaction) => {
    await lockEvenement(transaction, evenementId)
    running.push(invite(email, 'inviter-inscription'))
    await expect.poll(() => areWaiting(1), { interval: 5 }).toBe(true)
    let isOver = false
    const confirming = confirm().finally(() => {
      isOver = true
    })
    running.push(confirming)
    await expect.poll(async () => isOver || (await areWaiting(2)), { interval: 5 }).toBe(true)
  })
  const [invited, confirmed] = await Promise.all(running)
  expect(confirmed?.statusCode).toBe(200)
  // On SQLite the confirmation may come first: the address then has an account.
  expect(server.databaseUrl === null ? [201, 409] : [201]).toContain(invited?.statusCode)
  expect(await ownersOf(email)).toEqual(invited?.statusCode === 201 ? [{ utilisateurId: person.id }] : [])
  expect(await invitationsOf(person)).toHaveLength(invited?.statusCode === 201 ? 1 : 0)
})

test('refuses a sign-up invitation to an address that an account confirms before the commit', async () => {
  const { person, email } = await changingTo()
  const outcome = await duringTransaction(server, {
    first: async (transaction) => {
      await updateUtilisateur(transaction, person.id, { email, emailEnAttente: null })
      await confirmEmailOf(transaction, { id: person.id, email }, server.clock.now().toISOString())
    },
    work: () => invite(email, 'inviter-inscription'),
  })
  expect(outcome).toMatchObject({ value: { statusCode: 409 } })
  expect(await ownersOf(email)).toEqual([])
})

test('does not assign an invitation to an account that leaves the invited address before the commit', async () => {
  const { person } = await changingTo()
  const outcome = await duringTransaction(server, {
    first: (transaction) => updateUtilisateur(transaction, person.id, { email: `partie${person.id}@ailleurs.test` }),
    work: () => invite(person.email, 'inviter'),
  })
  expect(outcome).toMatchObject({ value: { statusCode: 404 } })
  expect(await ownersOf(person.email)).toEqual([])
})

test('leaves a person one open invitation to an event that has invited both of their addresses', async () => {
  const { person, email, confirm } = await changingTo()
  expect((await invite(person.email, 'inviter')).statusCode).toBe(201)
  expect((await invite(email, 'inviter-inscription')).statusCode).toBe(201)
  expect((await confirm()).statusCode).toBe(200)
  expect(await invitationsOf(person)).toMatchObject([{ statut: 'EN_ATTENTE', evenement: { id: evenementId } }])
  expect(await countInvitationsOuvertes(server.parts.database, evenementId)).toBe(1)
})
