import type { Inscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import { nowIso } from '../clock.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { countPlaces, isFull } from '../evenement/places.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { acceptOpenInvitation, hasOpenInvitation } from '../invitation/invitation.repository.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import { notify } from '../notification/notify.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findInscriptionOf, insertInscription, moveInscription } from './inscription.repository.ts'
import { readInscription } from './inscription.view.ts'

export interface Entry {
  readonly acteur: ActeurConnecte
  /** Locked: two entries must not both take the last place. */
  readonly evenement: EvenementRow
  readonly typeParticipation: TypeParticipation
  /** Whether a free place is theirs at once; else, and when there is none, they wait (product 14). */
  readonly isDirect: boolean
}

/**
 * Registers a person who came with the organiser's leave. Who waits already is let in by a direct entry; who is in
 * stays in.
 * @throws Problem inscription.annulee: only an invitation opens a cancelled registration again (product 15)
 */
export async function enterEvenement(
  { database, clock }: DatabaseDeps,
  { acteur, evenement, typeParticipation, isDirect }: Entry,
): Promise<Inscription> {
  const now = nowIso(clock)
  const who = { evenementId: evenement.id, utilisateurId: acteur.id }
  const known = await findInscriptionOf(database, who)
  if (known?.statutInscription === 'ANNULE') throw new Problem('inscription.annulee')
  if (known?.statutInscription === 'VALIDE') return readInscription(database, known.id)

  const places = await countPlaces(database, evenement, now)
  // Their own open invitation holds a place already.
  const held = (await hasOpenInvitation(database, who)) ? 1 : 0
  const isIn = isDirect && !isFull(places, places.valides + places.invitations - held)
  if (isIn) await acceptOpenInvitation(database, who, now)
  await publishInscriptionChange(database, who)
  if (known) {
    if (isIn) await moveInscription(database, known, { statut: 'VALIDE', decideLe: now })
    return readInscription(database, known.id)
  }
  const statutInscription = isIn ? 'VALIDE' : 'EN_ATTENTE'
  const dates = { dateInscription: now, decideLe: isIn ? now : null }
  const inserted = await insertInscription(database, { ...who, typeParticipation, statutInscription, ...dates })
  if (!inserted) throw new Problem('inscription.existante')
  const message = `${acteur.prenom} ${acteur.nom} ${isIn ? 'a rejoint votre événement' : 'demande à participer'}.`
  const news = { type: 'INSCRIPTION', titre: evenement.titre, message, evenementId: evenement.id } as const
  await notify(database, clock, [{ ...news, utilisateurId: evenement.createurId, nommeId: acteur.id }])
  return readInscription(database, inserted.id)
}
