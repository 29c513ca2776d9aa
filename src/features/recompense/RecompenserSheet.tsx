import type { Contributeur } from '#domain/statistique/statistique.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { unsentMessage } from '#src/api/unsentMessage.ts'
import { MessageSheet } from '#src/ui/message/MessageSheet.tsx'
import { useRecompenser } from './recompense.queries.ts'

interface Props {
  evenementId: number
  utilisateur: Contributeur['utilisateur']
  onClose: () => void
}

export function RecompenserSheet({ evenementId, utilisateur, onClose }: Props) {
  const recompenser = useRecompenser(evenementId)
  return (
    <MessageSheet
      title={`Récompenser ${nomComplet(utilisateur)}`}
      example="Merci pour vos photos"
      hint="Cette personne le lit dans ses notifications et sur son tableau de bord."
      send="Envoyer la récompense"
      unsent={unsentMessage(`recompense.${evenementId}.${utilisateur.id}`)}
      onSend={(message) =>
        recompenser.mutateAsync({ ...message, userId: utilisateur.id }).then(
          () => undefined,
          (error: unknown) =>
            error instanceof NetworkError ? error.message : sentenceOr(error, "Impossible d'envoyer la récompense."),
        )
      }
      onClose={onClose}
    />
  )
}
