import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { causeOr } from '#src/api/apiError.ts'
import { callDeletion } from '#src/api/client.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { theseMedia } from '#src/ui/text/mediaWords.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/**
 * Sends a photo again that the organiser has rejected. The rejected media is deleted first: the new one replaces it. One
 * that the organiser has validated since stays; the server then recognises the photo.
 */
export function SendAgainButton({ item }: { item: QueueItemView }) {
  const again = useMutation({
    mutationFn: async () => {
      const id = item.cause?.mediaId
      if (id !== undefined)
        await callDeletion(mediaEndpoints.removeParticipant, { params: { id }, query: { statut: 'REJETE' } }, [
          'media.introuvable',
          'media.plus_rejete',
        ])
      await uploadQueue.retry([item.id])
    },
    onError: (error) =>
      showToast({ type: 'error', title: causeOr(error, `${theseMedia([item])} n'a pas pu être renvoyée.`) }),
  })
  return (
    <Button {...rowAction('reessayer')} busy={again.isPending} onClick={() => again.mutate()}>
      <RotateCw />
      La renvoyer quand même
    </Button>
  )
}
