import { randomUUID } from 'node:crypto'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { enterAsInvite, type EntryRequest } from '#server/invite/invite.usecases.ts'
import type { Parts } from '#server/parts.ts'
import type { PersonneDeTest } from './builders.ts'
import { unLien } from './liens.ts'
import type { Stage } from './stage.ts'

/** The body of an entry. */
export function entreeInvite(more: { cle?: string; prenom?: string; nom?: string } = {}) {
  return { cle: randomUUID(), prenom: 'Marie', consentement: { accepte: true, version: versionRGPD }, ...more }
}

export interface InviteDeTest extends PersonneDeTest {
  readonly inscriptionId: number
  readonly lienId: number
}

/** Enters an event as a guest, by a link of its own unless one is given. */
export async function unInvite(
  { parts }: { readonly parts: Parts },
  {
    evenementId,
    lien,
    ...names
  }: { evenementId: number; lien?: { id: number; code: string } } & Partial<Pick<EntryRequest, 'prenom' | 'nom'>>,
): Promise<InviteDeTest> {
  const by = lien ?? (await unLien({ parts }, { evenementId, identite: 'PRENOM' }))
  const { utilisateur, session, inscription } = await enterAsInvite(parts, {
    cle: randomUUID(),
    prenom: 'Marie',
    nom: undefined,
    ...names,
    typeParticipation: 'SUR_PLACE',
    consentement: { accepte: true, version: versionRGPD },
    code: by.code,
    network: '203.0.113.7',
    origine: 'test',
    appareil: '',
    replaced: null,
  })
  const { id, nom, prenom, role } = utilisateur
  return { id, email: '', nom, prenom, role, token: session.token, inscriptionId: inscription.id, lienId: by.id }
}

/** The organiser decides on the registration of the guest with this first name. */
export async function decideOf(
  { parts, server, claire, evenementId }: Stage,
  statutInscription: StatutInscription,
  prenom: string,
): Promise<void> {
  const guest = await parts.database
    .selectFrom('utilisateur')
    .select('id')
    .where('prenom', '=', prenom)
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${server.address}/api/evenements/${evenementId}/participants/${guest.id}/statut`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${claire.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ statutInscription }),
  })
  if (!answer.ok) throw new Error(`decision answered ${answer.status}: ${await answer.text()}`)
}
