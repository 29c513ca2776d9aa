import type { EvenementRow } from '../database/tables/evenements.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { Parts } from '../parts.ts'

interface InvitationLetter {
  readonly evenement: EvenementRow
  readonly invite: UtilisateurRow
  readonly acteur: ActeurConnecte
  readonly secret: string
}

const dateFormat = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
})

/** Mails the link that opens an invitation. */
export async function mailInvitation(
  { database, clock, publicUrl }: Pick<Parts, 'database' | 'clock' | 'publicUrl'>,
  { evenement, invite, acteur, secret }: InvitationLetter,
): Promise<void> {
  await enqueueMail(database, clock, {
    destinataire: invite.email,
    lettre: {
      sujet: `Invitation : ${evenement.titre}`,
      prenom: invite.prenom,
      paragraphes: [
        `${acteur.prenom} ${acteur.nom} vous invite à « ${evenement.titre} ».`,
        `${dateFormat.format(new Date(evenement.dateDebut))}, ${evenement.lieu}`,
      ],
      bouton: {
        libelle: "Répondre à l'invitation",
        adresse: `${publicUrl}/participant/evenements?invitation=${secret}`,
      },
    },
  })
}
