import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ExportFolder } from './exportFolder.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'
import { lockAdministrateurs } from '../utilisateur/administrateur.repository.ts'
import { requireErasable } from '../utilisateur/administration.usecases.ts'
import { eraseUtilisateur } from '../utilisateur/effacement.ts'
import { hashPassword } from '../utilisateur/passwordHash.ts'
import { lockProven, requireProof } from '../utilisateur/proof.ts'
import { findLivingUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { zipOf } from '../zip/zip.ts'
import { archiveOf } from './archive.ts'
import { keepLastExport } from './demandeSuppression.repository.ts'
import { collectDonnees } from './donnees.ts'
import type { DonneesDeps, OwnDonnees } from './donnees.usecases.ts'

export interface SuppressionDeps extends DonneesDeps {
  readonly exports: ExportFolder
  readonly publicUrl: string
}

const linkLifeHours = 24
const tries = 3

export interface Suppression {
  readonly utilisateurId: number
  /** Who erases; null: the clock. */
  readonly acteurId: number | null
  /** Looks once more whether it may happen, in the transaction of the deed. @throws Problem when not */
  readonly check: (database: Database, utilisateur: UtilisateurRow) => Promise<void>
}

/**
 * Erases one's own account after a proof: the password, or a young login.
 * @returns name of the last export
 * @throws Problem as {@link eraseWithExport}, requireErasable and requireProof; session.expiree when the session ended
 * or another password was set while the export was written
 */
export async function eraseOwn(deps: SuppressionDeps, { acteur, motDePasseActuel }: OwnDonnees): Promise<string> {
  const before = orThrow(await findLivingUtilisateur(deps.database, acteur.id), 'session.expiree')
  await requireProof(deps, { acteur, before, motDePasseActuel })
  const check: Suppression['check'] = async (database, utilisateur) => {
    await lockProven({ ...deps, database }, { acteur, before })
    await requireErasable(database, utilisateur)
  }
  return eraseWithExport(deps, { utilisateurId: acteur.id, acteurId: acteur.id, check })
}

/**
 * Erases an account once its export is safe on disk (product 30). What came in while the export was written is not in
 * it: then it is written again, so that nothing goes which the person does not get.
 * @returns name of the export, kept for 24 hours
 * @throws Problem serveur.indisponible when things kept coming in
 */
export async function eraseWithExport(deps: SuppressionDeps, wish: Suppression): Promise<string> {
  const utilisateur = await findLivingUtilisateur(deps.database, wish.utilisateurId)
  await wish.check(deps.database, orThrow(utilisateur, 'session.expiree'))
  const unknownPassword = await hashPassword(newSecret())
  for (let left = tries; left > 0; left -= 1) {
    const donnees = await collectDonnees(deps.database, wish.utilisateurId)
    const entries = await archiveOf(deps, { id: wish.utilisateurId, donnees, now: nowIso(deps.clock) })
    const fichier = await deps.exports.write(zipOf(entries).read())
    try {
      const seen = JSON.stringify(donnees)
      if (await eraseAsSeen(deps, { ...wish, seen, fichier, unknownPassword })) return fichier
    } catch (error) {
      await deps.exports.remove(fichier)
      throw error
    }
    await deps.exports.remove(fichier)
  }
  throw new Problem('serveur.indisponible', { headers: { 'Retry-After': '10' } })
}

interface Seen extends Suppression {
  /** The data as they stand in the export. */
  readonly seen: string
  readonly fichier: string
  readonly unknownPassword: string
}

/** @returns false when the data are no longer those of the export */
async function eraseAsSeen(deps: SuppressionDeps, { utilisateurId, ...wish }: Seen): Promise<boolean> {
  const { clock } = deps
  return deps.database.transaction().execute(async (database) => {
    await lockAdministrateurs(database)
    // A photo that is being committed comes before, and is seen, or after, and finds nobody.
    await lockUtilisateur(database, utilisateurId)
    if (JSON.stringify(await collectDonnees(database, utilisateurId)) !== wish.seen) return false
    const utilisateur = orThrow(await findLivingUtilisateur(database, utilisateurId), 'session.expiree')
    await wish.check(database, utilisateur)
    const demandeId = await eraseUtilisateur({ database, clock }, utilisateur, wish.unknownPassword)
    const secret = newSecret()
    // An address that nobody proved may be somebody else's: they must not get these photos.
    const courrielId =
      utilisateur.emailConfirmeLe === null ? null : await mailLastExport({ ...deps, database }, utilisateur, secret)
    const lienExpire = isoFromNow(clock, linkLifeHours * 3_600_000)
    const kept = { fichierExport: wish.fichier, lienHash: secretHash(secret), lienExpire, courrielId }
    await keepLastExport(database, demandeId, kept)
    const objet = `utilisateur:${utilisateurId}`
    await writeAudit(database, clock, { acteurId: wish.acteurId, action: 'utilisateur/efface', objet })
    return true
  })
}

function mailLastExport(
  { database, clock, publicUrl }: DatabaseDeps & { readonly publicUrl: string },
  { id, email, prenom }: UtilisateurRow,
  secret: string,
): Promise<number> {
  return enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Votre compte Éclats est supprimé',
      prenom,
      paragraphes: [
        'Votre compte Éclats est supprimé, avec vos photos, vos vidéos et vos inscriptions.',
        "Si vous n'avez pas reçu vos données au moment de la suppression, téléchargez-les ici :",
      ],
      bouton: { libelle: 'Télécharger mes données', adresse: `${publicUrl}/api/exports/${secret}` },
      suite: [`Ce lien est valable ${linkLifeHours} heures, une seule fois. Le fichier est ensuite effacé.`],
    },
  })
}
