import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { writeAudit } from '../audit/audit.ts'
import { transactionAs } from '../grant/credential.ts'
import { Problem } from '../http/problem.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { countAttempt } from '../tentative/tentative.ts'
import { type ConfirmationDeps, mailConfirmation } from '../utilisateur/confirmation.usecases.ts'
import { findUtilisateurByEmail, updateUtilisateur } from '../utilisateur/utilisateur.repository.ts'

const asksPerHour = 3

/**
 * Mails a guest the link that confirms an address; confirming it makes the guest an account (confirmEmail). Who asks
 * does not learn whether the address has an account: its owner gets another mail.
 * @throws Problem acces.refuse for an account, requete.trop_de_tentatives
 */
export async function askToKeepPlace(deps: ConfirmationDeps, acteur: ActeurEnSession, address: string): Promise<void> {
  if (!acteur.invite) throw new Problem('acces.refuse')
  const email = normalizeEmail(address)
  await countAttempt(deps, { cle: `email:${acteur.id}`, limit: asksPerHour, windowMs: 3_600_000 })
  await limitMailTo(deps, email)
  await transactionAs(deps, acteur, async (database) => {
    await updateUtilisateur(database, acteur.id, { emailEnAttente: email })
    const owner = await findUtilisateurByEmail(database, email)
    const guest = { id: acteur.id, email, prenom: prenomSeul(acteur.prenom) }
    await (owner ? mailKnown({ ...deps, database }, owner) : mailConfirmation({ ...deps, database }, guest))
    const entry = { acteurId: acteur.id, action: 'utilisateur/email-demande', objet: `utilisateur:${acteur.id}` }
    await writeAudit(database, deps.clock, entry)
  })
}

async function mailKnown(
  { database, clock, publicUrl }: ConfirmationDeps,
  { id, email, prenom }: { id: number; email: string; prenom: string },
): Promise<void> {
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Vous avez déjà un compte Éclats',
      prenom,
      paragraphes: [
        "Cette adresse vient d'être donnée par une personne qui participe à un événement avec son prénom seulement. Elle a déjà un compte : rien n'a changé.",
        "Si c'est vous, connectez-vous, puis ouvrez de nouveau le lien de l'événement.",
      ],
      bouton: { libelle: 'Me connecter', adresse: `${publicUrl}/login` },
      suite: ["Si ce n'est pas vous, ignorez ce message."],
    },
  })
}
