import { notificationEndpoints } from '#domain/notification/notification.endpoints.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { unsentMessage } from '#src/api/unsentMessage.ts'
import { MessageSheet } from '#src/ui/message/MessageSheet.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

interface Props {
  evenementId: number
  /** Number of recipients: people whose registration is VALIDE. */
  people: number
  onClose: () => void
}

/** Form for a message to all participants of an event. */
export function AnnonceSheet({ evenementId, people, onClose }: Props) {
  const readers = count(people, 'participant', 'participants')
  return (
    <MessageSheet
      title="Prévenir les participants"
      example="Rendez-vous à 19 h"
      hint={`${readers} : dans leurs notifications, et par e-mail selon leurs préférences.`}
      send={`Envoyer à ${readers}`}
      unsent={unsentMessage(`message.${evenementId}`)}
      onSend={async (body) => {
        try {
          await call(notificationEndpoints.announce, { params: { id: evenementId }, body })
          showToast({ type: 'success', title: 'Message envoyé', message: body.titre })
          return undefined
        } catch (error) {
          return error instanceof NetworkError ? error.message : sentenceOr(error, "Impossible d'envoyer le message.")
        }
      }}
      onClose={onClose}
    />
  )
}
