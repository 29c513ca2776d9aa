import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes for every statement that would read a table whole which grows with the host, and for every reference to a
 * row that can be deleted: without one, each deletion reads the referencing table.
 */
export const growthIndexes: Migration = {
  async up(database) {
    await indexMedias(database)
    await indexOn(database, 'audit_recompense', 'audit')
      .column('detail')
      .where(sql.ref('action'), '=', sql.lit('recompense/donnee'))
      .execute()
    for (const [name, [table, ...columns]] of Object.entries(plain))
      await indexOn(database, name, table).columns(columns).execute()
    // Few rows have these columns.
    for (const [name, [table, ...columns]] of Object.entries(partial))
      await indexOn(database, name, table)
        .columns(columns)
        .where(sql.ref(columns.at(-1) ?? ''), 'is not', null)
        .execute()
  },
}

type Columns = readonly [table: string, ...columns: string[]]

const plain: Readonly<Record<string, Columns>> = {
  abonnement_expire: ['abonnement', 'statut', 'dateExpiration'],
  abonnementPush_appareil: ['abonnementPush', 'appareilId'],
  abonnementPush_utilisateur: ['abonnementPush', 'utilisateurId'],
  albumLien_expire: ['albumLien', 'expire'],
  appareil_expire: ['appareil', 'expire'],
  audit_acteur: ['audit', 'acteurId'],
  audit_objet: ['audit', 'objet', 'id'],
  consentement_expire: ['consentement', 'statut', 'dateExpiration'],
  courriel_destinataire: ['courriel', 'destinataire'],
  demandeRetrait_demandeur: ['demandeRetrait', 'demandeurId'],
  demandeRetrait_media: ['demandeRetrait', 'mediaId', 'statut'],
  // Counts without the rows.
  inscription_comptes: ['inscription', 'evenementId', 'statutInscription', 'utilisateurId'],
  invitation_email: ['invitation', 'email'],
  invitation_evenement: ['invitation', 'evenementId', 'id'],
  jeton_expire: ['jeton', 'expire'],
  jeton_utilisateur: ['jeton', 'utilisateurId', 'genre'],
  lienEvenement_evenement: ['lienEvenement', 'evenementId', 'id'],
  notification_evenement: ['notification', 'evenementId'],
  notification_liste: ['notification', 'utilisateurId', 'id'],
  notification_push: ['notification', 'pushLe', 'lu', 'dateCreation'],
  recompense_evenement: ['recompense', 'evenementId'],
  recompense_utilisateur: ['recompense', 'utilisateurId', 'id'],
  refreshToken_expire: ['refreshToken', 'expire'],
  refreshToken_utilisateur: ['refreshToken', 'utilisateurId'],
  session_expire: ['session', 'expire'],
  session_famille: ['session', 'famille'],
  tentative_instant: ['tentative', 'instant'],
  upload_evenement: ['upload', 'evenementId'],
  upload_fichier: ['upload', 'fichierTemporaire'],
  utilisateur_role: ['utilisateur', 'role'],
  uploadGrant_evenement: ['uploadGrant', 'evenementId'],
  uploadGrant_utilisateur: ['uploadGrant', 'utilisateurId'],
}

const partial: Readonly<Record<string, Columns>> = {
  demandeSuppression_export: ['demandeSuppression', 'fichierExport'],
  media_corbeille_evenement: ['media', 'evenementId', 'corbeilleLe'],
  media_decidePar: ['media', 'decideParId'],
  utilisateur_efface: ['utilisateur', 'effaceLe'],
}

/** An operator may have created an index of this name by hand. */
function indexOn(database: Kysely<unknown>, name: string, table: string) {
  return database.schema.createIndex(name).ifNotExists().on(table)
}

async function indexMedias(database: Kysely<unknown>): Promise<void> {
  const on = (name: string) => indexOn(database, name, 'media')
  await on('media_consentement').column('consentementId').execute()
  // The first favourite and the first media with a preview, each by one seek.
  await on('media_couverture').columns(['evenementId', 'statut', 'variantesEtat', 'favori', 'id']).execute()
  await on('media_couverture_choisie')
    .columns(['evenementId', 'statut', 'variantesEtat'])
    .where(sql.ref('couverture'), '=', sql.lit(1))
    .execute()
  // Counts and sums of an event, without its rows.
  await on('media_comptes').columns(['evenementId', 'statut', 'favori', 'auteurId', 'taille']).execute()
  await on('media_reserve').column('evenementId').where(sql.ref('plagesMasquees'), '=', sql.lit('null')).execute()
  // The hour of a deposit: the first 13 characters of an ISO instant.
  await on('media_heures')
    .column('evenementId')
    .column(sql`substr(${sql.ref('dateDepot')}, 1, 13)`)
    .column('statut')
    .execute()
  // The last validated media of an event, without a sort.
  await on('media_valide').columns(['evenementId', 'statut', 'dateValidation', 'id']).execute()
  // Ranges of ids of one event.
  await on('media_plage').columns(['evenementId', 'id']).execute()
}
