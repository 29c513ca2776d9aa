import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { adoptInvitations } from '../invitation/invitation.repository.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { Parts } from '../parts.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'
import { countAttempt } from '../tentative/tentative.ts'
import { confirmEmailOf, insertJeton, takeJeton } from './confirmation.repository.ts'

export type ConfirmationDeps = Pick<Parts, 'database' | 'clock' | 'publicUrl'>

const dayMs = 86_400_000
const linkLifeDays = 7
const resendsPerHour = 3

/** Mails a link that proves the address of an account (product 6). */
export async function mailConfirmation(
  { database, clock, publicUrl }: ConfirmationDeps,
  { id, email, prenom }: Pick<UtilisateurRow, 'id' | 'email' | 'prenom'>,
): Promise<void> {
  const secret = newSecret()
  const life = { creeLe: nowIso(clock), expire: isoFromNow(clock, linkLifeDays * dayMs), utiliseLe: null }
  await insertJeton(database, { hash: secretHash(secret), genre: 'CONFIRMATION', utilisateurId: id, email, ...life })
  await enqueueMail(database, clock, {
    destinataire: email,
    lettre: {
      sujet: 'Confirmez votre adresse e-mail',
      prenom,
      paragraphes: ['Votre compte Éclats est créé. Confirmez votre adresse en ouvrant ce lien, une fois connecté(e).'],
      bouton: { libelle: 'Confirmer mon adresse', adresse: `${publicUrl}/confirmation?token=${secret}` },
      suite: [`Ce lien est valable ${linkLifeDays} jours. Si vous n'avez pas créé ce compte, ignorez ce message.`],
    },
  })
}

/** Proves the address: the link must have been sent to this person at the address the account has now. */
export async function confirmEmail(deps: ConfirmationDeps, acteur: ActeurConnecte, secret: string): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    const which = {
      hash: secretHash(secret),
      genre: 'CONFIRMATION',
      utilisateurId: acteur.id,
      email: acteur.email,
    } as const
    if (!(await takeJeton(database, which, now))) throw new Problem('utilisateur.lien_invalide')
    await confirmEmailOf(database, acteur.id, now)
    await adoptInvitations(database, { utilisateurId: acteur.id, email: acteur.email })
    const objet = `utilisateur:${acteur.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'utilisateur/email-confirme', objet })
  })
}

/** Mails the link again; three times an hour at most. */
export async function resendConfirmation(deps: ConfirmationDeps, acteur: ActeurConnecte): Promise<void> {
  if (acteur.emailConfirme) return
  await countAttempt(deps, { cle: `confirmation:${acteur.id}`, limit: resendsPerHour, windowMs: 3_600_000 })
  await deps.database.transaction().execute((database) => mailConfirmation({ ...deps, database }, acteur))
}
