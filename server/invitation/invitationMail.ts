import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { Parts } from '../parts.ts'

interface InvitationLetter {
  readonly evenement: EvenementRow
  /** Without a prenom they have no account, and the mail leads through the sign-up. */
  readonly invite: { readonly email: string; readonly prenom: string | null }
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
  const there = `/participant/evenements?invitation=${secret}`
  const signUp = `/register?redirect=${encodeURIComponent(there)}`
  const isKnown = invite.prenom !== null
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
        libelle: isKnown ? "Répondre à l'invitation" : 'Créer mon compte et répondre',
        adresse: `${publicUrl}${isKnown ? there : signUp}`,
      },
      ...(!isKnown && {
        suite: [`Créez votre compte avec cette adresse, ${invite.email} : l'invitation vous y attend.`],
      }),
    },
  })
}
