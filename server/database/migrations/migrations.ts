import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../../config.ts'
import { initial } from './0001_initial.ts'
import { accounts } from './0002_accounts.ts'
import { abonnement } from './0003_abonnement.ts'
import { personalData } from './0004_personal_data.ts'
import { push } from './0005_push.ts'
import { album } from './0006_album.ts'
import { commitAttempts } from './0007_commit_attempts.ts'
import { provenAddress } from './0008_proven_address.ts'
import { appareil } from './0009_appareil.ts'
import { uploadMetadata } from './0010_upload_metadata.ts'
import { secondFacteur } from './0012_second_facteur.ts'
import { serviceState } from './0013_service_state.ts'
import { cleAcces } from './0014_cle_acces.ts'
import { corbeille } from './0015_corbeille.ts'
import { deletedEvenement } from './0016_deleted_evenement.ts'
import { fuseau } from './0017_fuseau.ts'
import { evenementVersion } from './0018_evenement_version.ts'
import { demandeMineur } from './0019_demande_mineur.ts'
import { decouvrir } from './0020_decouvrir.ts'
import { invite } from './0021_invite.ts'
import { adresseCourte } from './0022_adresse_courte.ts'
import { fusion } from './0023_fusion.ts'
import { growthIndexes } from './0025_growth_indexes.ts'
import { grandeVariante } from './0027_grande_variante.ts'
import { reception } from './0030_reception.ts'
import { secrets } from './0031_secrets.ts'
import { variantesEssais } from './0032_variantes_essais.ts'
import { lecture } from './0033_lecture.ts'
import { statutAvantMasque } from './0034_statut_avant_masque.ts'
import { lienPris } from './0035_lien_pris.ts'
import { uploadRythme } from './0036_upload_rythme.ts'
import { consentementActif } from './0038_consentement_actif.ts'
import { reponseRecue } from './0039_reponse_recue.ts'
import { recherche } from './0040_recherche.ts'

export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_accounts': accounts,
  '0003_abonnement': abonnement,
  '0004_personal_data': personalData,
  '0005_push': push,
  '0006_album': album,
  '0007_commit_attempts': commitAttempts,
  '0008_proven_address': provenAddress,
  '0009_appareil': appareil,
  '0010_upload_metadata': uploadMetadata,
  '0012_second_facteur': secondFacteur,
  '0013_service_state': serviceState,
  '0014_cle_acces': cleAcces,
  '0015_corbeille': corbeille,
  '0016_deleted_evenement': deletedEvenement,
  '0017_fuseau': fuseau,
  '0018_evenement_version': evenementVersion,
  '0019_demande_mineur': demandeMineur,
  '0020_decouvrir': decouvrir,
  '0021_invite': invite,
  '0022_adresse_courte': adresseCourte,
  '0023_fusion': fusion,
  '0025_growth_indexes': growthIndexes,
  '0027_grande_variante': grandeVariante,
  '0030_reception': reception,
  '0031_secrets': secrets,
  '0032_variantes_essais': variantesEssais,
  '0033_lecture': lecture,
  '0034_statut_avant_masque': statutAvantMasque,
  '0035_lien_pris': lienPris,
  '0036_upload_rythme': uploadRythme,
  '0038_consentement_actif': consentementActif,
  '0039_reponse_recue': reponseRecue,
  '0040_recherche': recherche,
}

/**
 * Runs pending migrations in one transaction. Does nothing on the tables of a later version, on which this one runs
 * too.
 * @throws Error with the cause; everything is rolled back
 */
export async function migrateToLatest<DB>(database: Kysely<DB>): Promise<void> {
  if (await isMigrated(database)) return
  const { error } = await migratorOf(database).migrateToLatest()
  // A later version may have run its migrations and ours in between, which the migrator does not know.
  if (error && !(await isMigrated(database).catch(() => false))) throw new Error(failure, { cause: error })
}

/** @throws ConfigError when migrations are pending, and Error with the cause when the database does not answer */
export async function assertMigrated<DB>(database: Kysely<DB>): Promise<void> {
  if (!(await isMigrated(database))) throw new ConfigError(outdatedSentence)
}

async function isMigrated<DB>(database: Kysely<DB>): Promise<boolean> {
  const known = await migratorOf(database)
    .getMigrations()
    .catch((cause: unknown) => {
      throw new Error(failure, { cause })
    })
  return known.every(({ executedAt }) => executedAt !== undefined)
}

function migratorOf<DB>(db: Kysely<DB>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
}

const failure = 'The database could not be brought up to date.'

const outdatedSentence =
  "La base de données n'a pas encore les tables de cette version : lancez d'abord npm run migrate. / " +
  'The database does not have the tables of this version yet: run npm run migrate first.'
