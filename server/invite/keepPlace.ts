import { hourMs } from '#domain/contract/durations.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { mailFusion } from '../fusion/fusionMail.ts'
import { transactionAs } from '../grant/credential.ts'
import { Problem } from '../http/problem.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { type ConfirmationDeps, mailConfirmation } from '../utilisateur/confirmation.usecases.ts'
import { findUtilisateurByEmail, updateUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findInscriptionOfInvite } from './invite.repository.ts'

const asksPerHour = 3

/**
 * Mails a guest the link that confirms an address; confirming it makes the guest an account (confirmEmail). Who asks
 * does not learn whether the address has an account: its owner gets another mail, whose link moves everything of the
 * guest to that account (confirmFusion).
 * @throws Problem acces.refuse for an account, requete.trop_de_tentatives
 */
export async function askToKeepPlace(deps: ConfirmationDeps, acteur: ActeurEnSession, address: string): Promise<void> {
  if (!acteur.invite) throw new Problem('acces.refuse')
  const email = normalizeEmail(address)
  await countAttempt(deps, { cle: `email:${acteur.id}`, limit: asksPerHour, windowMs: hourMs })
  await limitMailTo(deps, email)
  await transactionAs(deps, acteur, async (database) => {
    await updateUtilisateur(database, acteur.id, { emailEnAttente: email })
    const owner = await findUtilisateurByEmail(database, email)
    const guest = { id: acteur.id, email, prenom: prenomSeul(acteur.prenom) }
    await (owner
      ? mailFusion({ ...deps, database }, { guest, owner, titre: await titreOf(database, acteur.id) })
      : mailConfirmation({ ...deps, database }, guest, { isInvite: true }))
    const entry = {
      acteurId: acteur.id,
      action: 'utilisateur/email-demande',
      objet: `utilisateur:${acteur.id}`,
    } as const
    await writeAudit(database, deps.clock, entry)
  })
}

async function titreOf(database: Database, utilisateurId: number): Promise<string | null> {
  const own = await findInscriptionOfInvite(database, utilisateurId)
  return (own && (await findEvenement(database, own.evenementId))?.titre) ?? null
}
