import { hourMs } from '#domain/contract/durations.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'
import type { ExportStore } from '../storage/exportStore.ts'
import { lockAdministrateurs } from '../utilisateur/administrateur.repository.ts'
import { assertErasable } from '../utilisateur/administration.usecases.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'
import { eraseUtilisateur } from '../utilisateur/effacement.ts'
import { hashPassword } from '../utilisateur/passwordHash.ts'
import { lockProven, assertProof } from '../utilisateur/proof.ts'
import { findLivingUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { zipOf } from '../zip/zip.ts'
import { archiveOf } from './archive.ts'
import { findKeptExports, keepLastExport } from './demandeSuppression.repository.ts'
import { collectDonnees } from './donnees.ts'
import type { DonneesDeps, OwnDonnees } from './donnees.usecases.ts'
import { newExportName } from './lastExport.usecases.ts'

export interface SuppressionDeps extends DonneesDeps {
  readonly exports: ExportStore
  readonly publicUrl: string
}

const linkLifeHours = 24
const maxAttempts = 3

export interface Suppression {
  readonly utilisateurId: number
  /** The person who erases; null for a job. */
  readonly acteurId: number | null
  /** Checks again, inside the transaction, that the erasure is allowed. @throws Problem when it is not */
  readonly check: (database: Database, utilisateur: UtilisateurRow) => Promise<void>
}

/**
 * Erases one's own account after a proof: the password or a recent login.
 * @returns name of the last export
 * @throws Problem as {@link eraseWithExport}, assertErasable and assertProof; session.expiree when the session ended
 * or the password was changed while the export was written
 */
export async function eraseOwn(deps: SuppressionDeps, { acteur, motDePasseActuel }: OwnDonnees): Promise<string> {
  const before = orThrow(await findLivingUtilisateur(deps.database, acteur.id), 'session.expiree')
  await assertProof(deps, { acteur, before, motDePasseActuel })
  const check: Suppression['check'] = async (database, utilisateur) => {
    await lockProven({ ...deps, database }, { acteur, before })
    await assertErasable(database, utilisateur)
  }
  return eraseWithExport(deps, { utilisateurId: acteur.id, acteurId: acteur.id, check })
}

/**
 * Erases an account after its export is durable (product 30). When the data changed while the export was
 * written, the export is written again, so that no erased data is missing from it.
 * @returns name of the export, kept for 24 hours
 * @throws Problem serveur.indisponible when the data changed during each attempt
 */
export async function eraseWithExport(deps: SuppressionDeps, suppression: Suppression): Promise<string> {
  const utilisateur = await findLivingUtilisateur(deps.database, suppression.utilisateurId)
  await suppression.check(deps.database, orThrow(utilisateur, 'session.expiree'))
  const unknownPassword = await hashPassword(newSecret())
  for (let remaining = maxAttempts; remaining > 0; remaining -= 1) {
    const donnees = await collectDonnees(deps.database, suppression.utilisateurId)
    const entries = await archiveOf(deps, { id: suppression.utilisateurId, donnees, now: nowIso(deps.clock) })
    const fichier = newExportName()
    await deps.exports.write(fichier, zipOf(entries))
    try {
      const seen = JSON.stringify(donnees)
      if (await eraseAsSeen(deps, { ...suppression, seen, fichier, unknownPassword })) return fichier
    } catch (error) {
      // What is not removed here, forgetLastExports removes.
      await removeUnkept(deps, { ...suppression, fichier }).catch(() => undefined)
      throw error
    }
    await deps.exports.remove(fichier)
  }
  throw new Problem('serveur.indisponible', { headers: { 'Retry-After': '10' } })
}

/**
 * Removes an export unless its erasure was committed: when the answer to the commit was lost, the file is the last copy
 * of the person's data.
 */
async function removeUnkept(
  { database, exports }: SuppressionDeps,
  { utilisateurId, fichier }: { readonly utilisateurId: number; readonly fichier: string },
): Promise<void> {
  const kept = await database.transaction().execute(async (transaction) => {
    // Waits for the end of a commit whose connection was lost.
    await lockUtilisateur(transaction, utilisateurId)
    return findKeptExports(transaction)
  })
  if (!kept.has(fichier)) await exports.remove(fichier)
}

interface SuppressionAsSeen extends Suppression {
  /** The data in the export, as JSON. */
  readonly seen: string
  readonly fichier: string
  readonly unknownPassword: string
}

/** @returns false when the data differs from the export */
async function eraseAsSeen(
  deps: SuppressionDeps,
  { utilisateurId, ...suppression }: SuppressionAsSeen,
): Promise<boolean> {
  const { clock } = deps
  return deps.database.transaction().execute(async (database) => {
    await lockAdministrateurs(database)
    // A concurrent commit of a photo either is visible here, or fails afterwards because the account is gone.
    await lockUtilisateur(database, utilisateurId)
    if (JSON.stringify(await collectDonnees(database, utilisateurId)) !== suppression.seen) return false
    const utilisateur = orThrow(await findLivingUtilisateur(database, utilisateurId), 'session.expiree')
    await suppression.check(database, utilisateur)
    const demandeId = await eraseUtilisateur({ database, clock }, utilisateur, suppression.unknownPassword)
    const secret = newSecret()
    // An unconfirmed address may belong to another person, who must not get these photos.
    const courrielId =
      provenEmailOf(utilisateur) === '' ? null : await mailLastExport({ ...deps, database }, utilisateur, secret)
    const lienExpire = isoFromNow(clock, linkLifeHours * hourMs)
    const kept = { fichierExport: suppression.fichier, lienHash: secretHash(secret), lienExpire, courrielId }
    await keepLastExport(database, demandeId, kept)
    const objet = `utilisateur:${utilisateurId}`
    await writeAudit(database, clock, { acteurId: suppression.acteurId, action: 'utilisateur/efface', objet })
    return true
  })
}

function mailLastExport(
  { database, clock, publicUrl }: DatabaseDeps & { readonly publicUrl: string },
  utilisateur: UtilisateurRow,
  secret: string,
): Promise<number> {
  return enqueueMail(database, clock, {
    destinataire: provenEmailOf(utilisateur),
    utilisateurId: utilisateur.id,
    lettre: {
      sujet: 'Votre compte Éclats est supprimé',
      prenom: utilisateur.prenom,
      paragraphes: [
        'Votre compte Éclats est supprimé, avec vos photos, vos vidéos et vos inscriptions.',
        "Si vous n'avez pas reçu vos données au moment de la suppression, téléchargez-les ici :",
      ],
      bouton: { libelle: 'Télécharger mes données', adresse: `${publicUrl}/api/exports/${secret}` },
      suite: [`Ce lien est valable ${linkLifeHours} heures, une seule fois. Le fichier est ensuite effacé.`],
    },
  })
}
