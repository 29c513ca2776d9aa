import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'

/** The part of a person's data that concerns events, with rewards, removal requests and notifications. */
export async function collectEvenements(database: Database, person: UtilisateurRow) {
  const { id } = person
  return {
    inscriptions: await collectInscriptions(database, id),
    invitations: await collectInvitations(database, person),
    evenements: await collectOwn(database, id),
    ...(await collectRecompenses(database, id)),
    demandesRetrait: await collectDemandes(database, id),
    notifications: await collectNotifications(database, id),
  }
}

function collectInscriptions(database: Database, id: number) {
  return database
    .selectFrom('inscription')
    .innerJoin('evenement', 'evenement.id', 'inscription.evenementId')
    .select(['inscription.id', 'evenementId', 'titre', 'dateDebut', 'dateFin', 'fuseau', 'lieu'])
    .select(['statutInscription', 'typeParticipation', 'dateInscription', 'decideLe', 'lienId'])
    .where('inscription.utilisateurId', '=', id)
    .orderBy('inscription.id')
    .execute()
}

function collectInvitations(database: Database, person: UtilisateurRow) {
  return database
    .selectFrom('invitation')
    .innerJoin('evenement', 'evenement.id', 'invitation.evenementId')
    .select(['invitation.id', 'evenementId', 'titre', 'invitation.email', 'invitation.statut'])
    .select(['dateEnvoi', 'reponduLe', 'revoqueLe'])
    .where((where) =>
      where.or([
        where('invitation.utilisateurId', '=', person.id),
        where('invitation.email', '=', provenEmailOf(person)),
      ]),
    )
    .orderBy('invitation.id')
    .execute()
}

async function collectOwn(database: Database, id: number) {
  const liens = await database
    .selectFrom('lienEvenement')
    .innerJoin('evenement', 'evenement.id', 'lienEvenement.evenementId')
    .select(['evenementId', 'entree', 'creeLe', 'revoqueLe'])
    .where('createurId', '=', id)
    .orderBy('lienEvenement.id')
    .execute()
  const evenements = await database
    .selectFrom('evenement')
    .select(['id', 'titre', 'description', 'lieu', 'dateDebut', 'dateFin', 'fuseau', 'capaciteMax', 'statut'])
    .select(['visibilite', 'galeriePour', 'dateCreation', 'modifieLe', 'supprimeLe'])
    .where('createurId', '=', id)
    .orderBy('id')
    .execute()
  return Array.from(evenements, (evenement) => ({
    ...evenement,
    liens: liens.filter(({ evenementId }) => evenementId === evenement.id),
  }))
}

/** Received rewards, and given ones without the recipient, who is another person. */
async function collectRecompenses(database: Database, id: number) {
  const recompenses = database
    .selectFrom('recompense')
    .innerJoin('evenement', 'evenement.id', 'recompense.evenementId')
    .select(['recompense.id', 'evenementId', 'recompense.titre', 'message', 'recompense.dateCreation'])
    .orderBy('recompense.id')
  return {
    recompenses: await recompenses.where('recompense.utilisateurId', '=', id).execute(),
    recompensesDonnees: await recompenses.where('evenement.createurId', '=', id).execute(),
  }
}

async function collectDemandes(database: Database, id: number) {
  const rows = await database
    .selectFrom('demandeRetrait')
    .select(['id', 'mediaId', 'motif', 'mineur', 'statut', 'creeLe', 'decideLe'])
    .where('demandeurId', '=', id)
    .orderBy('id')
    .execute()
  return Array.from(rows, (row) => ({ ...row, mineur: row.mineur === 1 }))
}

async function collectNotifications(database: Database, id: number) {
  const rows = await database
    .selectFrom('notification')
    .select(['id', 'type', 'titre', 'message', 'evenementId', 'lu', 'dateCreation', 'courrielLe'])
    .where('utilisateurId', '=', id)
    .orderBy('id')
    .execute()
  return Array.from(rows, (row) => ({ ...row, lu: row.lu === 1 }))
}
