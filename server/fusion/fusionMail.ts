import { dayMs } from '#domain/contract/durations.ts'
import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { ConfirmationDeps } from '../utilisateur/confirmation.usecases.ts'
import { createJeton } from '../utilisateur/jeton.repository.ts'

const linkLifeDays = 7

/**
 * Whether an account may take over a guest. Only a participant can have photos, and an address that is not confirmed
 * may have been registered by another person, who would get the guest's photos.
 */
export function canAbsorb({ role, emailConfirmeLe, statutActif, archiveLe }: UtilisateurRow): boolean {
  return role === 'PARTICIPANT' && emailConfirmeLe !== null && statutActif === 1 && archiveLe === null
}

interface FusionRequest {
  readonly guest: { readonly id: number; readonly prenom: string }
  /** Null when the event was deleted. */
  readonly titre: string | null
  readonly owner: UtilisateurAvecEmail
}

/** Mails the owner of a known address what a guest asks for: the link that moves the guest's photos, where it can. */
export async function mailFusion(deps: ConfirmationDeps, { guest, titre, owner }: FusionRequest): Promise<void> {
  const { database, clock, publicUrl } = deps
  const { id, email, prenom } = owner
  const isPossible = canAbsorb(owner) && titre !== null
  const secret = isPossible
    ? await createJeton(deps, {
        utilisateur: { id: guest.id, email },
        genre: 'FUSION',
        lifeMs: linkLifeDays * dayMs,
      })
    : null
  const asked = `${guest.prenom} participe à ${titre === null ? 'un événement' : `« ${titre} »`} avec son prénom seulement, et a donné cette adresse pour garder ses photos. Cette adresse a déjà un compte : rien n'a changé.`
  const way =
    secret === null
      ? { libelle: 'Me connecter', adresse: `${publicUrl}/login` }
      : { libelle: 'Voir ces photos', adresse: `${publicUrl}/fusion?token=${secret}` }
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    nommeId: guest.id,
    lettre: {
      sujet: 'Vous avez déjà un compte Éclats',
      prenom,
      paragraphes: [
        asked,
        ...(secret === null ? [reasonOf(owner)] : ["Si c'est vous, réunissez ces photos et votre compte :"]),
      ],
      bouton: way,
      suite: [
        ...(secret === null ? [] : [`Ce lien est valable ${linkLifeDays} jours, une seule fois.`]),
        "Si ce n'est pas vous, ne faites rien : rien ne change.",
      ],
    },
  })
}

function reasonOf({ role, emailConfirmeLe, statutActif }: UtilisateurRow): string {
  if (statutActif === 0) return 'Ce compte est désactivé : donnez une autre adresse pour garder ces photos.'
  if (role !== 'PARTICIPANT')
    return "Ce compte n'est pas un compte participant : donnez une autre adresse pour garder ces photos."
  if (emailConfirmeLe === null)
    return "L'adresse de ce compte n'est pas confirmée : connectez-vous, confirmez-la, puis redemandez le lien."
  return "Si c'est vous, connectez-vous, puis redemandez le lien."
}
