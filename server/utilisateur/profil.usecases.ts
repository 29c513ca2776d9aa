import type { InferOutput } from 'valibot'
import { hourMs } from '#domain/contract/durations.ts'
import { endJetons } from './jeton.repository.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import type { Profil, profilBodySchema } from '#domain/utilisateur/profil.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { transactionAs } from '../grant/credential.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { renameInvite } from '../invite/renameInvite.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import type { BreachedPasswords } from './breachedPasswords.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { assertAcceptablePassword } from './acceptablePassword.ts'
import { mailEmailChangeAsked, mailPasswordChanged } from './compteLettre.ts'
import { mailConfirmation } from './confirmation.usecases.ts'
import { lockProven, assertProof } from './proof.ts'
import { hashPassword } from './passwordHash.ts'
import { findUtilisateur, findUtilisateurByEmail, updateUtilisateur } from './utilisateur.repository.ts'
import { utilisateurView } from './utilisateurView.ts'

export interface ProfilDeps extends DatabaseDeps {
  readonly publicUrl: string
  readonly breachedPasswords: BreachedPasswords
}
type ProfilInput = InferOutput<typeof profilBodySchema>

const emailChangesPerHour = 3

/** The account of a person as its owner sees it. @throws Problem session.expiree when it does not exist */
export async function readMe({ database }: Pick<ProfilDeps, 'database'>, id: number): Promise<Profil> {
  const row = orThrow(await findUtilisateur(database, id), 'session.expiree')
  const { emailConfirmeLe, emailEnAttente } = row
  const prenom = row.invite === 1 ? prenomSeul(row.prenom) : row.prenom
  return { ...utilisateurView(row), prenom, emailConfirme: emailConfirmeLe !== null, emailEnAttente }
}

/**
 * Changes one's own account. Names change directly; a new password or address requires a proof (product 7) and signs
 * out the other devices. A new address is pending until it is confirmed, and the old one is notified (product 6).
 * @throws Problem session.expiree when the session ended, the account was closed, or the password was changed (by a
 * mailed link, for example) during this request
 */
export async function changeMe(
  deps: ProfilDeps,
  { acteur, input }: { acteur: ActeurEnSession; input: ProfilInput },
): Promise<Profil> {
  if (acteur.invite) return renameOwn(deps, acteur, input)
  if (input.nom === '' || input.email === '') {
    throw new Problem('requete.invalide', { message: phrases.profilChampsRequis })
  }
  const before = orThrow(await findUtilisateur(deps.database, acteur.id), 'session.expiree')
  const newEmail = newEmailOf(before, input.email)
  const { newPassword } = input
  if (newEmail !== null || newPassword !== undefined) {
    await assertProof(deps, { acteur, before, motDePasseActuel: input.motDePasseActuel })
  }
  if (newEmail !== null) await assertFree(deps, before, newEmail)
  if (newPassword !== undefined) await assertAcceptablePassword(deps, newPassword, before)
  const motDePasse = newPassword === undefined ? null : await hashPassword(newPassword)
  await deps.database.transaction().execute(async (database) => {
    await lockProven({ ...deps, database }, { acteur, before })
    const { nom, prenom } = input
    await updateUtilisateur(database, acteur.id, {
      nom,
      prenom,
      ...(motDePasse !== null && { motDePasse, emailEnAttente: requestedAgain(before, input.email) }),
      ...(newEmail !== null && { emailEnAttente: newEmail }),
    })
    await recordProfilChange({ ...deps, database }, { acteur, before, newEmail, isNewPassword: motDePasse !== null })
  })
  return readMe(deps, acteur.id)
}

/** Keeps the current address: the mailed link of the pending new one is no longer valid. Idempotent. */
export async function dropNewEmail(deps: ProfilDeps, acteur: ActeurEnSession): Promise<Profil> {
  await transactionAs(deps, acteur, async (database) => {
    const { emailEnAttente } = orThrow(await findUtilisateur(database, acteur.id), 'session.expiree')
    if (emailEnAttente === null) return
    await updateUtilisateur(database, acteur.id, { emailEnAttente: null })
    const entry = {
      acteurId: acteur.id,
      objet: `utilisateur:${acteur.id}`,
      action: 'utilisateur/email-abandonne',
    } as const
    await writeAudit(database, deps.clock, entry)
  })
  return readMe(deps, acteur.id)
}

/** A guest has names only. @throws Problem invite.refuse for an address or a password */
async function renameOwn(deps: ProfilDeps, acteur: ActeurEnSession, input: ProfilInput): Promise<Profil> {
  if (input.email !== '' || input.newPassword !== undefined) throw new Problem('invite.refuse')
  await transactionAs(deps, acteur, async (database) => {
    await renameInvite(database, acteur.id, input)
    const entry = { acteurId: acteur.id, objet: `utilisateur:${acteur.id}`, action: 'utilisateur/modifie' } as const
    await writeAudit(database, deps.clock, entry)
  })
  return readMe(deps, acteur.id)
}

interface ProfilChange {
  readonly acteur: ActeurEnSession
  readonly before: UtilisateurRow
  readonly newEmail: string | null
  readonly isNewPassword: boolean
}

async function recordProfilChange(
  deps: ProfilDeps,
  { acteur, before, newEmail, isNewPassword }: ProfilChange,
): Promise<void> {
  const { database, clock } = deps
  const entry = { acteurId: acteur.id, objet: `utilisateur:${acteur.id}` }
  await writeAudit(database, clock, { ...entry, action: 'utilisateur/modifie' })
  if (newEmail !== null) {
    await mailConfirmation(deps, { ...before, email: newEmail }, { isPending: true })
    await mailEmailChangeAsked(deps, before)
    await writeAudit(database, clock, { ...entry, action: 'utilisateur/email-demande' })
  }
  if (isNewPassword) {
    // A mailed link would replace the new password by another one.
    await endJetons(database, { utilisateurId: acteur.id, genre: 'REINITIALISATION' }, nowIso(clock))
    await mailPasswordChanged(deps, before)
    await writeAudit(database, clock, { ...entry, action: 'utilisateur/mot-de-passe', detail: { par: 'profil' } })
  }
  if (newEmail !== null || isNewPassword) {
    await endSessionsOf(database, { utilisateurId: acteur.id, except: acteur.credential.jti }, nowIso(clock))
  }
}

/** The pending address when it is written again; else null: someone else may have requested it. */
function requestedAgain({ emailEnAttente }: UtilisateurRow, requested: string): string | null {
  return normalizeEmail(requested) === emailEnAttente ? emailEnAttente : null
}

/** The new address to confirm; null when it is the current or already the pending one. */
function newEmailOf({ email, emailEnAttente }: UtilisateurRow, requested: string): string | null {
  const normalized = normalizeEmail(requested)
  return normalized === email || normalized === emailEnAttente ? null : normalized
}

/** Each change mails an address chosen by the caller: at most three an hour. */
async function assertFree(deps: ProfilDeps, { id }: UtilisateurRow, email: string): Promise<void> {
  await countAttempt(deps, { cle: `email:${id}`, limit: emailChangesPerHour, windowMs: hourMs })
  if (await findUtilisateurByEmail(deps.database, email)) throw new Problem('utilisateur.email_pris')
  await limitMailTo(deps, email)
}
