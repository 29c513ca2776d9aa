import type { Kysely } from 'kysely'
import { createTableWithId, optionalTexts, requiredTexts } from '../../identity.ts'
import { belongsTo, one, primary, required, unique } from '../../references.ts'

export async function createPeople(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const utilisateur = createTableWithId(database, 'utilisateur')
    .addColumn('email', 'text', unique)
    .addColumn('statutActif', 'integer', one)
  await optionalTexts(
    requiredTexts(utilisateur, ['motDePasse', 'nom', 'prenom', 'role', 'dateCreation', 'derniereActivite']),
    ['emailConfirmeLe', 'emailEnAttente', 'archiveLe'],
  ).execute()

  const session = schema
    .createTable('session')
    .addColumn('jti', 'text', primary)
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
  await optionalTexts(requiredTexts(session, ['connecteLe', 'creeLe', 'expire']), ['famille', 'finLe']).execute()
  await schema.createIndex('session_utilisateur').on('session').column('utilisateurId').execute()

  const refreshToken = schema
    .createTable('refreshToken')
    .addColumn('hash', 'text', primary)
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
  await optionalTexts(requiredTexts(refreshToken, ['famille', 'creeLe', 'expire', 'connecteLe']), [
    'utiliseLe',
    'revoqueLe',
  ]).execute()
  await schema.createIndex('refreshToken_famille').on('refreshToken').column('famille').execute()

  const jeton = schema
    .createTable('jeton')
    .addColumn('hash', 'text', primary)
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
  await optionalTexts(requiredTexts(jeton, ['genre', 'email', 'creeLe', 'expire']), ['utiliseLe']).execute()

  await requiredTexts(createTableWithId(database, 'tentative'), ['cle', 'instant']).execute()
  await schema.createIndex('tentative_cle').on('tentative').columns(['cle', 'instant']).execute()

  const consentement = createTableWithId(database, 'consentement')
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    .addColumn('consentementDonne', 'integer', required)
  await optionalTexts(
    requiredTexts(consentement, [
      'versionRGPD',
      'texteHash',
      'origine',
      'dateConsentement',
      'dateExpiration',
      'statut',
    ]),
    ['revoqueLe'],
  ).execute()
  await schema.createIndex('consentement_utilisateur').on('consentement').column('utilisateurId').execute()

  const abonnement = createTableWithId(database, 'abonnement').addColumn('utilisateurId', 'integer', (column) =>
    belongsTo('utilisateur')(column).unique(),
  )
  await optionalTexts(requiredTexts(abonnement, ['plan', 'statut', 'dateDebut', 'fournisseur']), [
    'dateExpiration',
    'reference',
  ]).execute()

  const demande = createTableWithId(database, 'demandeSuppression').addColumn('utilisateurId', 'integer', required)
  await optionalTexts(requiredTexts(demande, ['demandeLe']), [
    'fichierExport',
    'lienHash',
    'lienExpire',
    'effaceLe',
  ]).execute()
}
