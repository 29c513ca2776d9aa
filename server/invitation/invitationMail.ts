import { heureDe } from '#domain/evenement/fuseauNames.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

interface InvitationLetter {
  readonly evenement: EvenementRow
  readonly email: string
  /** The account that has proven the address; null when none has, and then no name is written. */
  readonly owner: Pick<UtilisateurRow, 'id' | 'prenom'> | null
  /** Whether an account has the address, proven or not: without one the mail leads through the sign-up. */
  readonly hasAccount: boolean
  readonly acteur: ActeurConnecte
  readonly secret: string
}

/** "samedi 20 juin 2026 à 16:00, heure de Paris": a mail does not know the zone of who reads it. */
function whenOf({ dateDebut, fuseau }: EvenementRow): string {
  const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeStyle: 'short', timeZone: fuseau })
  // The system knows no "1er".
  const day = format.format(new Date(dateDebut)).replace(/\b1 (?=\p{L})/u, '1er ')
  return `${day}, ${heureDe(fuseau, dateDebut)}`
}

/** Mails the link that opens an invitation. */
export async function mailInvitation(
  { database, clock, publicUrl }: DatabaseDeps & { readonly publicUrl: string },
  { evenement, email, owner, hasAccount, acteur, secret }: InvitationLetter,
): Promise<void> {
  const there = `/participant/evenements?invitation=${secret}`
  const signUp = `/register?redirect=${encodeURIComponent(there)}`
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: owner?.id ?? null,
    nommeId: acteur.id,
    lettre: {
      sujet: `Invitation : ${evenement.titre}`,
      prenom: owner?.prenom ?? null,
      paragraphes: [
        `${acteur.prenom} ${acteur.nom} vous invite à « ${evenement.titre} ».`,
        `${whenOf(evenement)}, ${evenement.lieu}`,
      ],
      bouton: {
        libelle: hasAccount ? "Répondre à l'invitation" : 'Créer mon compte et répondre',
        adresse: `${publicUrl}${hasAccount ? there : signUp}`,
      },
      ...(!hasAccount && {
        suite: ["Créez votre compte avec l'adresse qui a reçu ce message : l'invitation vous y attend."],
      }),
    },
  })
}
