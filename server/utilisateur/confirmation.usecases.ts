import { dayMs, hourMs } from '#domain/contract/durations.ts'
import { choisirMotDePasse } from '#domain/utilisateur/choisirMotDePasse.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { adoptInvitations, lockInvitedAddress } from '../invitation/invitation.repository.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { closeCles } from '../session/cleInvite.repository.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { startAccountDevices } from '../session/session.repository.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { confirmEmailOf, moveInvitations } from './confirmation.repository.ts'
import { createJeton, findJeton, findJetonEmail, takeJeton } from './jeton.repository.ts'
import { youngLoginMs } from './proof.ts'
import { findUtilisateur, findUtilisateurByEmail, updateUtilisateur } from './utilisateur.repository.ts'

export interface ConfirmationDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const linkLifeDays = 7
const resendsPerHour = 3

/**
 * Mails the confirmation link for the address of a new account, or for a new address of an account (product 6).
 * @param options isPending: until then the account is reached by its old address; isInvite: it becomes the account of
 * a guest, which has no password
 */
export async function mailConfirmation(
  deps: ConfirmationDeps,
  { id, email, prenom }: Pick<UtilisateurAvecEmail, 'id' | 'email' | 'prenom'>,
  { isPending = false, isInvite = false } = {},
): Promise<void> {
  const { database, clock, publicUrl } = deps
  const signedIn = isPending ? 'une fois connecté(e) avec votre ancienne adresse' : 'une fois connecté(e)'
  // Before the confirmation a guest has neither a login nor an address to which a link for a password is mailed.
  const asked = isInvite
    ? "Confirmez que cette adresse est la vôtre : ouvrez ce lien sur l'appareil avec lequel vous participez."
    : `Confirmez que cette adresse est celle de votre compte Éclats, ${signedIn}.`
  const options = { utilisateur: { id, email }, genre: 'CONFIRMATION', lifeMs: linkLifeDays * dayMs } as const
  const secret = await createJeton(deps, options)
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Confirmez votre adresse e-mail',
      prenom,
      paragraphes: [asked],
      bouton: { libelle: 'Confirmer mon adresse', adresse: `${publicUrl}/confirmation?token=${secret}` },
      suite: [
        ...(isInvite ? [`Ensuite, ${choisirMotDePasse}`] : []),
        `Ce lien est valable ${linkLifeDays} jours. Si vous n'avez rien demandé, ignorez ce message.`,
      ],
    },
  })
}

/**
 * Confirms an address. The link must have been sent to this person, at the current address or at the pending new one.
 * A new address then replaces the old one and ends the other sessions. A guest becomes an account, without the number
 * of a namesake, keeps the other devices, and chooses a password by a mailed link. A link to an address that is already
 * confirmed changes nothing: people open it twice.
 */
export async function confirmEmail(deps: ConfirmationDeps, acteur: ActeurEnSession, secret: string): Promise<void> {
  const now = nowIso(deps.clock)
  const objet = `utilisateur:${acteur.id}`
  await deps.database.transaction().execute(async (database) => {
    const { utilisateur } = await lockLiveSession({ ...deps, database }, acteur)
    if (await isAlreadyConfirmed(database, utilisateur, secret)) return
    const jeton = await findJeton(database, { secret, genre: 'CONFIRMATION', now })
    const isTheirs = jeton?.utilisateurId === acteur.id
    const isNewAddress = jeton?.email === utilisateur.emailEnAttente
    if (!isTheirs || !(isNewAddress || jeton.email === utilisateur.email)) {
      throw new Problem('utilisateur.lien_invalide')
    }
    if (!(await takeJeton(database, jeton.hash, now))) throw new Problem('utilisateur.lien_invalide')
    await (isNewAddress
      ? adoptEmail({ ...deps, database }, utilisateur, { acteur, email: jeton.email })
      : confirmEmailOf(database, { id: acteur.id, email: jeton.email }, now))
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'utilisateur/email-confirme', objet })
  })
}

async function isAlreadyConfirmed(
  database: Database,
  { id, email, emailConfirmeLe }: UtilisateurRow,
  secret: string,
): Promise<boolean> {
  if (emailConfirmeLe === null) return false
  return (await findJetonEmail(database, { secret, genre: 'CONFIRMATION', utilisateurId: id })) === email
}

/**
 * Mails the confirmation link again, at most three times an hour.
 * @returns false when no address of the account waits for a confirmation
 */
export async function resendConfirmation(deps: ConfirmationDeps, acteur: ActeurEnSession): Promise<boolean> {
  const before = orThrow(await findUtilisateur(deps.database, acteur.id), 'session.expiree')
  const unconfirmed = addressToProve(before)
  if (unconfirmed === null) return false
  await countAttempt(deps, { cle: `confirmation:${acteur.id}`, limit: resendsPerHour, windowMs: hourMs })
  await limitMailTo(deps, unconfirmed)
  return deps.database.transaction().execute(async (database) => {
    const { utilisateur } = await lockLiveSession({ ...deps, database }, acteur)
    const email = addressToProve(utilisateur)
    const isPending = utilisateur.emailEnAttente !== null
    if (email !== null) await mailConfirmation({ ...deps, database }, { ...utilisateur, email }, { isPending })
    return email !== null
  })
}

function addressToProve({ email, emailEnAttente, emailConfirmeLe }: UtilisateurRow): string | null {
  return emailEnAttente ?? (emailConfirmeLe === null ? email : null)
}

async function adoptEmail(
  { database, clock }: ConfirmationDeps,
  { invite, prenom }: UtilisateurRow,
  { acteur, email }: { acteur: ActeurEnSession; email: string },
): Promise<void> {
  await lockInvitedAddress(database, email)
  if (await findUtilisateurByEmail(database, email)) throw new Problem('utilisateur.email_pris')
  const now = nowIso(clock)
  await updateUtilisateur(database, acteur.id, {
    email,
    emailEnAttente: null,
    emailConfirmeLe: now,
    ...(invite === 1 && { invite: 0, prenom: prenomSeul(prenom) }),
  })
  await moveInvitations(database, { utilisateurId: acteur.id, email }, now)
  await adoptInvitations(database, { utilisateurId: acteur.id, email }, now)
  const { jti } = acteur.credential
  if (invite === 0) return endSessionsOf(database, { utilisateurId: acteur.id, except: jti }, now)
  // A guest has no password yet: another device, such as the app installed beside this browser, could not sign in again.
  await closeCles(database, acteur.id, now)
  const login = { now, ofOthers: isoFromNow(clock, -youngLoginMs) }
  await startAccountDevices(database, { utilisateurId: acteur.id, jti }, login)
}
