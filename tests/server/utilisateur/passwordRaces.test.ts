import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eraseOwn } from '#server/donnees/suppression.usecases.ts'
import { endSession } from '#server/session/session.usecases.ts'
import { changeUtilisateur, removeUtilisateur } from '#server/utilisateur/administration.usecases.ts'
import { confirmEmail } from '#server/utilisateur/confirmation.usecases.ts'
import { createJeton } from '#server/utilisateur/jeton.repository.ts'
import { changeMe } from '#server/utilisateur/profil.usecases.ts'
import { createReinitialisation, resetPassword } from '#server/utilisateur/reinitialisation.usecases.ts'
import { findUtilisateur, updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { motDePasseDeTest, type PersonneDeTest, unAdministrateur, unUtilisateur } from '#tests/support/builders.ts'
import { acteurDe, jtiOf } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** What happens while the new password is being hashed. */
const during = vi.hoisted(() => ({ hash: null as (() => Promise<unknown>) | null }))
// Files share the modules of their worker: this one loads its own, and none after it meets the replaced one.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('#server/utilisateur/passwordHash.ts')
  vi.resetModules()
})
vi.mock('#server/utilisateur/passwordHash.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#server/utilisateur/passwordHash.ts')>()
  return {
    ...original,
    hashPassword: async (password: string) => {
      const act = during.hash
      during.hash = null
      await act?.()
      return original.hashPassword(password)
    },
  }
})

let server: TestServer
let lea: PersonneDeTest
let admin: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  lea = await unUtilisateur(server)
  admin = await unAdministrateur(server)
})
afterEach(() => {
  during.hash = null
})
afterAll(() => server.stop())

const attackerPassword = 'Voleur2026!!'
const ownerPassword = 'Proprietaire2026!'
const ip = () => randomUUID()
const rowOf = async ({ id }: PersonneDeTest) => {
  const row = await findUtilisateur(server.parts.database, id)
  if (!row) throw new Error('no such account')
  return row
}
const signIn = async (password: string) =>
  (await server.call('POST', '/auth/login', { body: { email: lea.email, password } })).statusCode
const donneesDeps = () => ({ ...server.parts, ...server.parts.medias })
const erase = (person: PersonneDeTest) => eraseOwn(donneesDeps(), { acteur: acteurDe(person) })
const changeLea = (change: object = { newPassword: attackerPassword }) =>
  changeMe(server.parts, {
    acteur: acteurDe(lea),
    input: { nom: lea.nom, prenom: lea.prenom, email: lea.email, ...change },
  })
async function reset(): Promise<void> {
  const token = await createReinitialisation(server.parts, lea)
  await resetPassword(server.parts, { token, newPassword: ownerPassword, ip: ip() })
}
const deactivate = ({ id }: PersonneDeTest) =>
  changeUtilisateur(server.parts, { acteur: acteurDe(admin), id, input: { statutActif: false } })

test("keeps the password of the owner's reset when it is committed during a password change", async () => {
  during.hash = reset
  await expect(changeLea()).rejects.toMatchObject({ code: 'session.expiree' })
  expect([await signIn(attackerPassword), await signIn(ownerPassword)]).toEqual([401, 200])
})

test('keeps the first of two password changes with the same current password', async () => {
  during.hash = () => changeLea({ newPassword: ownerPassword, motDePasseActuel: motDePasseDeTest })
  const late = changeLea({ newPassword: attackerPassword, motDePasseActuel: motDePasseDeTest })
  await expect(late).rejects.toMatchObject({ code: 'session.expiree' })
  expect([await signIn(attackerPassword), await signIn(ownerPassword)]).toEqual([401, 200])
})

test('changes no password when the session is logged out during the change', async () => {
  during.hash = () => endSession(server.parts, jtiOf(lea.token))
  await expect(changeLea()).rejects.toMatchObject({ code: 'session.expiree' })
  expect([await signIn(attackerPassword), await signIn(motDePasseDeTest)]).toEqual([401, 200])
})

test('writes nothing to an account that is erased during the change', async () => {
  during.hash = () => erase(lea)
  await expect(changeLea()).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await rowOf(lea)).toMatchObject({ prenom: 'Compte', nom: 'supprimé', emailEnAttente: null })
})

test.each([
  ['deactivated', () => deactivate(lea)],
  ['archived', () => updateUtilisateur(server.parts.database, lea.id, { archiveLe: '2026-06-20T11:00:00.000Z' })],
] as const)('changes no password of an account that is %s during the change', async (_how, close) => {
  const { motDePasse } = await rowOf(lea)
  during.hash = close
  await expect(changeLea()).rejects.toMatchObject({ code: 'session.expiree' })
  expect((await rowOf(lea)).motDePasse).toBe(motDePasse)
})

test('resets no password of an account that is deactivated during the reset', async () => {
  const { motDePasse } = await rowOf(lea)
  during.hash = () => deactivate(lea)
  await expect(reset()).rejects.toMatchObject({ code: 'utilisateur.reinitialisation_invalide' })
  expect((await rowOf(lea)).motDePasse).toBe(motDePasse)
})

test('resets no password and confirms no address by a link that was sent to the previous address', async () => {
  await updateUtilisateur(server.parts.database, lea.id, { emailConfirmeLe: null })
  const { motDePasse } = await rowOf(lea)
  during.hash = () => updateUtilisateur(server.parts.database, lea.id, { email: `autre-${lea.email}` })
  await expect(reset()).rejects.toMatchObject({ code: 'utilisateur.reinitialisation_invalide' })
  expect(await rowOf(lea)).toMatchObject({ email: `autre-${lea.email}`, emailConfirmeLe: null, motDePasse })
})

test('resets no password by a link that was mailed before the person changed it', async () => {
  const token = await createReinitialisation(server.parts, lea)
  await changeLea({ newPassword: ownerPassword })
  const late = resetPassword(server.parts, { token, newPassword: attackerPassword, ip: ip() })
  await expect(late).rejects.toMatchObject({ code: 'utilisateur.reinitialisation_invalide' })
  expect([await signIn(attackerPassword), await signIn(ownerPassword)]).toEqual([401, 200])
})

test('erases nothing when the session is logged out during the erasure', async () => {
  during.hash = () => endSession(server.parts, jtiOf(lea.token))
  await expect(erase(lea)).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await rowOf(lea)).toMatchObject({ effaceLe: null })
})

test('erases nothing when another password is set during the erasure', async () => {
  during.hash = reset
  await expect(erase(lea)).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await rowOf(lea)).toMatchObject({ effaceLe: null })
})

test.each([
  ['session.expiree', () => endSession(server.parts, jtiOf(admin.token))],
  ['acces.refuse', () => updateUtilisateur(server.parts.database, admin.id, { role: 'PARTICIPANT' })],
] as const)('erases no account for an administrator who is refused with %s meanwhile', async (code, act) => {
  await unAdministrateur(server)
  during.hash = act
  await expect(removeUtilisateur(server.parts, { acteur: acteurDe(admin), id: lea.id })).rejects.toMatchObject({ code })
  expect(await rowOf(lea)).toMatchObject({ effaceLe: null })
})

test('changes no account for an administrator whose session has ended since the check', async () => {
  await unAdministrateur(server)
  await endSession(server.parts, jtiOf(admin.token))
  const roleChange = { acteur: acteurDe(admin), id: lea.id, input: { role: 'ADMINISTRATEUR' } } as const
  await expect(changeUtilisateur(server.parts, roleChange)).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await rowOf(lea)).toMatchObject({ role: 'PARTICIPANT' })
})

test("stores no new address for a session that the owner's reset has ended since the check", async () => {
  const email = `voleur-${lea.email}`
  await updateUtilisateur(server.parts.database, lea.id, { emailEnAttente: email })
  const utilisateur = { id: lea.id, email }
  const secret = await createJeton(server.parts, { utilisateur, genre: 'CONFIRMATION', lifeMs: 3_600_000 })
  await reset()
  await updateUtilisateur(server.parts.database, lea.id, { emailEnAttente: email })
  await expect(confirmEmail(server.parts, acteurDe(lea), secret)).rejects.toMatchObject({ code: 'session.expiree' })
  expect(await rowOf(lea)).toMatchObject({ email: lea.email })
})
