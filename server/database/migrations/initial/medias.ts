import { type Kysely, sql } from 'kysely'
import { createTableWithId, optionalTexts, requiredTexts } from '../../identity.ts'
import { belongsTo, holds, mayName, one, primary, required, unique, zero } from '../../references.ts'

export async function createMedias(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await createMediaTable(database)

  const grant = createTableWithId(database, 'uploadGrant')
    .addColumn('tokenHash', 'text', unique)
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
  await optionalTexts(requiredTexts(grant, ['portee', 'creeLe', 'expire']), ['sessionId', 'revoqueLe']).execute()
  await schema.createIndex('uploadGrant_session').on('uploadGrant').column('sessionId').execute()

  const upload = schema
    .createTable('upload')
    .addColumn('id', 'text', primary)
    .addColumn('utilisateurId', 'integer', belongsTo('utilisateur'))
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('taille', 'integer', required)
    .addColumn('decalage', 'integer', required)
    .addColumn('mediaId', 'integer', mayName('media'))
    .addColumn('barriere', 'integer', zero)
  await optionalTexts(
    requiredTexts(upload, ['clientUploadId', 'etat', 'fichierTemporaire', 'nom', 'mime', 'creeLe', 'toucheLe']),
    ['datePrise', 'sha256', 'sourceSha256', 'erreurCode'],
  )
    .addUniqueConstraint('upload_client', ['utilisateurId', 'clientUploadId'])
    .execute()
  await schema.createIndex('upload_touche').on('upload').columns(['etat', 'toucheLe']).execute()
  await schema.createIndex('upload_media').on('upload').column('mediaId').execute()

  const fichier = schema.createTable('fichierASupprimer').addColumn('fichier', 'text', primary)
  await requiredTexts(fichier, ['depuis']).execute()

  const demande = createTableWithId(database, 'demandeRetrait')
    .addColumn('mediaId', 'integer', belongsTo('media'))
    .addColumn('demandeurId', 'integer', mayName('utilisateur'))
  await optionalTexts(requiredTexts(demande, ['motif', 'statut', 'creeLe']), ['decideLe']).execute()
}

/** An author's row cannot be deleted before their media: erasing an account must erase its files first. */
async function createMediaTable(database: Kysely<unknown>): Promise<void> {
  const media = createTableWithId(database, 'media')
    .addColumn('evenementId', 'integer', belongsTo('evenement'))
    .addColumn('auteurId', 'integer', holds('utilisateur'))
    .addColumn('taille', 'integer', required)
    // Unsigned 32 bits exceed PostgreSQL's integer.
    .addColumn('crc32', 'bigint', required)
    .addColumn('crc32Masque', 'bigint', required)
    .addColumn('fichier', 'text', unique)
    .addColumn('favori', 'integer', zero)
    .addColumn('version', 'integer', one)
    .addColumn('largeur', 'integer')
    .addColumn('hauteur', 'integer')
    .addColumn('dureeMs', 'integer')
    .addColumn('decideParId', 'integer', mayName('utilisateur'))
    .addColumn('consentementId', 'integer', mayName('consentement'))
  await optionalTexts(
    requiredTexts(media, [
      'type',
      'mime',
      'sha256',
      'plagesMasquees',
      'nomOriginal',
      'statut',
      'datePrise',
      'dateDepot',
      'variantesEtat',
    ]),
    ['sourceSha256', 'raison', 'dateValidation', 'thumbhash', 'variantesBail', 'clientUploadId'],
  ).execute()

  const { schema } = database
  await schema.createIndex('media_evenement').on('media').columns(['evenementId', 'statut', 'datePrise']).execute()
  await schema.createIndex('media_auteur').on('media').column('auteurId').execute()
  await schema.createIndex('media_variantes').on('media').columns(['variantesEtat', 'variantesBail']).execute()
  // One media that is not removed per photo, author and event (product 24).
  for (const column of ['sha256', 'sourceSha256']) {
    await schema
      .createIndex(`media_vivant_${column}`)
      .unique()
      .on('media')
      .columns(['auteurId', 'evenementId', column])
      .where(sql.ref('statut'), '<>', sql.lit('SUPPRIME'))
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
}
