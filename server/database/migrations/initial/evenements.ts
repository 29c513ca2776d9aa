import { type Kysely, sql } from 'kysely'
import { createTableWithId, optionalTexts, requiredTexts } from '../../identity.ts'
import { belongsTo, holds, mayName, unique, zero } from '../../references.ts'

export async function createEvenements(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const evenement = createTableWithId(database, 'evenement')
    .addColumn('createurId', 'integer', holds('utilisateur'))
    .addColumn('capaciteMax', 'integer')
    .addColumn('statutManuel', 'integer', zero)
  await requiredTexts(evenement, [
    'titre',
    'description',
    'dateDebut',
    'dateFin',
    'lieu',
    'statut',
    'visibilite',
    'dateCreation',
  ]).execute()
  await schema.createIndex('evenement_createur').on('evenement').columns(['createurId', 'dateDebut']).execute()
  await schema.createIndex('evenement_statut').on('evenement').columns(['statut', 'dateDebut']).execute()

  const inscription = createTableWithId(database, 'inscription')
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
  await optionalTexts(requiredTexts(inscription, ['statutInscription', 'typeParticipation', 'dateInscription']), [
    'decideLe',
  ])
    .addUniqueConstraint('inscription_unique', ['evenementId', 'utilisateurId'])
    .execute()
  await schema.createIndex('inscription_utilisateur').on('inscription').column('utilisateurId').execute()

  const invitation = createTableWithId(database, 'invitation')
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('utilisateurId', 'integer', (column) => mayName('utilisateur')(column).onDelete('cascade'))
    .addColumn('tokenHash', 'text', unique)
  await optionalTexts(requiredTexts(invitation, ['email', 'statut', 'dateEnvoi']), ['reponduLe', 'revoqueLe']).execute()
  await schema
    .createIndex('invitation_ouverte')
    .unique()
    .on('invitation')
    .columns(['evenementId', 'email'])
    .where(sql.ref('statut'), '=', sql.lit('EN_ATTENTE'))
    .where(sql.ref('revoqueLe'), 'is', null)
    .execute()
  await schema.createIndex('invitation_utilisateur').on('invitation').column('utilisateurId').execute()

  const lien = createTableWithId(database, 'lienEvenement')
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('code', 'text', unique)
  await optionalTexts(requiredTexts(lien, ['entree', 'creeLe']), ['revoqueLe']).execute()

  const recompense = createTableWithId(database, 'recompense')
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
  await requiredTexts(recompense, ['titre', 'message', 'dateCreation']).execute()
}
