import { ofName } from '#domain/texte/ofName.ts'
import { type Media, typeMediaLabels } from '#domain/media/media.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { formatTime } from '#src/ui/text/dates.ts'

interface Named extends Pick<Media, 'type' | 'auteur'> {
  /** An instant, or milliseconds since 1970. */
  readonly datePrise: string | number
}

/** "Votre photo, 21:08" or "Photo de Karim Haddad, 21:12". */
export function mediaName(media: Named, utilisateurId: number, fuseau: string | undefined): string {
  const type = typeMediaLabels[media.type]
  const who =
    media.auteur.id === utilisateurId ? `Votre ${type.toLowerCase()}` : `${type} ${ofName(nomComplet(media.auteur))}`
  return `${who}, ${formatTime(media.datePrise, fuseau)}`
}
