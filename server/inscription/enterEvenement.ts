import type { Inscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { nowIso } from '../clock.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { countPlaces, isFull } from '../evenement/places.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { acceptOpenInvitation, hasOpenInvitation } from '../invitation/invitation.repository.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import { notifyOrganisateur } from '../notification/notifyOrganisateur.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findInscriptionOf, insertInscription, moveInscription } from './inscription.repository.ts'
import { readInscription } from './inscription.view.ts'

export interface Entry {
  readonly acteur: Pick<ActeurConnecte, 'id' | 'prenom' | 'nom'>
  /** Locked: two entries must not take the same last place. */
  readonly evenement: EvenementRow
  readonly typeParticipation: TypeParticipation
  /**
   * True: the person takes a free place immediately. False, or when the event is full: the person waits (product 14).
   */
  readonly isDirect: boolean
  readonly lienId: number
}

/**
 * Registers a person who has a link of the organiser. A direct entry also admits a waiting person. A VALIDE
 * registration is returned unchanged.
 * @throws Problem inscription.annulee: only an invitation reopens a cancelled registration (product 15)
 */
export async function enterEvenement(
  { database, clock }: DatabaseDeps,
  { acteur, evenement, typeParticipation, isDirect, lienId }: Entry,
): Promise<Inscription> {
  const now = nowIso(clock)
  const who = { evenementId: evenement.id, utilisateurId: acteur.id }
  const known = await findInscriptionOf(database, who)
  if (known?.statutInscription === 'ANNULE') throw new Problem('inscription.annulee')
  if (known?.statutInscription === 'VALIDE') return readInscription(database, known.id)

  const places = await countPlaces(database, evenement, now)
  // The person's own open invitation already takes a place.
  const held = (await hasOpenInvitation(database, who)) ? 1 : 0
  const isAdmitted = isDirect && !isFull(places, places.valides + places.invitations - held)
  if (isAdmitted) await acceptOpenInvitation(database, who, now)
  await publishInscriptionChange(database, who)
  if (known) {
    if (isAdmitted) await moveInscription(database, known, { statut: 'VALIDE', decideLe: now })
    return readInscription(database, known.id)
  }
  const statutInscription = isAdmitted ? 'VALIDE' : 'EN_ATTENTE'
  const dates = { dateInscription: now, decideLe: isAdmitted ? now : null }
  const inserted = await insertInscription(database, { ...who, typeParticipation, statutInscription, lienId, ...dates })
  if (!inserted) throw new Problem('inscription.existante')
  const message = `${nomComplet(acteur)} ${isAdmitted ? 'a rejoint votre événement' : 'demande à participer'}.`
  await notifyOrganisateur({ database, clock }, { type: 'INSCRIPTION', evenement, acteur, message })
  return readInscription(database, inserted.id)
}
