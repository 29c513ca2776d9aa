import type { TypeNotification } from '#domain/notification/notification.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { notify } from './notify.ts'

interface OrganisateurNotification {
  readonly type: TypeNotification
  readonly evenement: Pick<EvenementRow, 'id' | 'titre' | 'createurId'>
  /** The person whom the message names. */
  readonly acteur: Pick<ActeurConnecte, 'id'>
  readonly message: string
}

/** Notifies the organiser of an event of what a person has done. @param deps with the transaction of that change */
export function notifyOrganisateur(
  { database, clock }: DatabaseDeps,
  { type, evenement, acteur, message }: OrganisateurNotification,
): Promise<void> {
  const notification = { type, titre: evenement.titre, message, evenementId: evenement.id }
  return notify(database, clock, [{ ...notification, utilisateurId: evenement.createurId, nommeId: acteur.id }])
}
