import type { PersonneDeTest } from './builders.ts'
import { unUtilisateur } from './builders.ts'
import { type InviteDeTest, unInvite } from './invites.ts'
import { mailedToken } from './mailbox.ts'
import { confirmFusion } from '#server/fusion/fusion.usecases.ts'
import { createJeton } from '#server/utilisateur/jeton.repository.ts'
import { updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import type { TestServer } from './serverFixture.ts'

/** A guest who has asked to keep their photos in the account of Léa, and the secret of the mailed link. */
export interface FusionDeTest {
  readonly marie: InviteDeTest
  readonly lea: PersonneDeTest
  readonly token: string
}

/** @param lea the account; a new one when absent */
export async function uneFusion(
  server: TestServer,
  { evenementId, lea }: { evenementId: number; lea?: PersonneDeTest },
): Promise<FusionDeTest> {
  const account = lea ?? (await unUtilisateur(server, { prenom: 'Léa' }))
  const marie = await unInvite(server, { evenementId })
  await askFor(server, marie, account.email)
  return { marie, lea: account, token: await mailedToken(server, account.email, 'fusion') }
}

export function askFor(server: TestServer, { token }: PersonneDeTest, email: string) {
  return server.call('POST', '/auth/me/adresse', { token, body: { email } })
}

export function confirmFusionBy(server: TestServer, token: string) {
  return server.call('POST', '/auth/fusions', { body: { token } })
}

/** The secret of the link by which a guest moves into an account, without its mail. */
export async function fusionLink({ parts }: TestServer, { id }: PersonneDeTest, { email }: PersonneDeTest) {
  await updateUtilisateur(parts.database, id, { emailEnAttente: email })
  return createJeton(parts, { utilisateur: { id, email }, genre: 'FUSION', lifeMs: 3_600_000 })
}

export async function mergeGuest(server: TestServer, guest: PersonneDeTest, account: PersonneDeTest): Promise<void> {
  await confirmFusion(server.parts, { token: await fusionLink(server, guest, account), ip: '203.0.113.7' })
}
