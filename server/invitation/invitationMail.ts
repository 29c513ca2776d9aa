import { heureDe } from '#domain/evenement/fuseauNames.ts'
import { premierDuMois } from '#domain/texte/premierDuMois.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

interface InvitationLetter {
  readonly evenement: EvenementRow
  readonly email: string
  /** The account that has confirmed the address; null when none has, and then the mail contains no name. */
  readonly owner: Pick<UtilisateurRow, 'id' | 'prenom'> | null
  /** Whether an account has the address, confirmed or not: otherwise the link goes to the registration. */
  readonly hasAccount: boolean
  readonly acteur: ActeurConnecte
  readonly secret: string
}

/** "samedi 20 juin 2026 à 16:00, heure de Paris": names the zone, because the reader's zone is unknown. */
function whenOf({ dateDebut, fuseau }: EvenementRow): string {
  const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeStyle: 'short', timeZone: fuseau })
  return `${premierDuMois(format.format(new Date(dateDebut)))}, ${heureDe(fuseau, dateDebut)}`
}

/** Mails an invitation with its link, which leads an address without an account to the registration first. */
export async function mailInvitation(
  { database, clock, publicUrl }: DatabaseDeps & { readonly publicUrl: string },
  { evenement, email, owner, hasAccount, acteur, secret }: InvitationLetter,
): Promise<void> {
  const invitationPath = `/participant/evenements?invitation=${secret}`
  const registerPath = `/register?redirect=${encodeURIComponent(invitationPath)}`
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: owner?.id ?? null,
    nommeId: acteur.id,
    lettre: {
      sujet: `Invitation : ${evenement.titre}`,
      prenom: owner?.prenom ?? null,
      paragraphes: [
        `${nomComplet(acteur)} vous invite à « ${evenement.titre} ».`,
        `${whenOf(evenement)}, ${evenement.lieu}`,
      ],
      bouton: {
        libelle: hasAccount ? "Répondre à l'invitation" : 'Créer mon compte et répondre',
        adresse: `${publicUrl}${hasAccount ? invitationPath : registerPath}`,
      },
      suite: [
        ...(hasAccount
          ? []
          : ["Créez votre compte avec l'adresse qui a reçu ce message : l'invitation vous y attend."]),
        'Si vous ne connaissez pas cette personne, ignorez ce message.',
      ],
    },
  })
}
