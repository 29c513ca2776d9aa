import type { UtilisateurAvecEmail } from '../database/tables/people.ts'
import { dayWords } from '../mail/dayWords.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

interface LettreDeps extends DatabaseDeps {
  readonly publicUrl: string
}
type Owner = Pick<UtilisateurAvecEmail, 'id' | 'email' | 'prenom'>

/** Mails a warning that the account will be archived. */
export async function mailArchiveWarning(
  { database, clock, publicUrl }: LettreDeps,
  { id, email, prenom }: Owner,
  archiveAt: Date,
): Promise<void> {
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Votre compte Éclats va être archivé',
      prenom,
      paragraphes: [
        `Vous n'avez pas utilisé votre compte Éclats depuis longtemps : il sera archivé le ${dayWords(archiveAt)}.`,
        'Pour le garder, il suffit de vous connecter. Vos photos restent dans les albums des événements.',
      ],
      bouton: { libelle: 'Me connecter', adresse: `${publicUrl}/login` },
      suite: [
        "Un compte archivé se rouvre par un lien reçu par e-mail. Après un an d'archive, il est effacé, et vos photos avec lui.",
      ],
    },
  })
}

/** Mails the link that reopens an archived account. @param hours validity of the link */
export async function mailRestauration(
  { database, clock, publicUrl }: LettreDeps,
  { id, email, prenom }: Owner,
  { secret, hours }: { secret: string; hours: number },
): Promise<void> {
  await enqueueMail(database, clock, {
    destinataire: email,
    utilisateurId: id,
    lettre: {
      sujet: 'Rouvrir votre compte Éclats',
      prenom,
      paragraphes: ['Votre compte Éclats est archivé, faute de connexion depuis un an. Vous pouvez le rouvrir.'],
      bouton: { libelle: 'Rouvrir mon compte', adresse: `${publicUrl}/restaurer?token=${secret}` },
      suite: [`Ce lien est valable ${hours} heures, une seule fois. Si vous n'avez rien demandé, ignorez ce message.`],
    },
  })
}
