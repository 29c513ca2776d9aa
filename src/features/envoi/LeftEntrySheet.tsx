import type { QueueItemView } from '#upload-queue/queueView.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { LeftPhotosList } from './LeftPhotosList.tsx'

interface Props {
  items: readonly QueueItemView[]
  /** Erases all of them from this device, with their entry. */
  onDelete: () => Promise<void>
  onClose: () => void
}

/** The photos of an entry that waits on this device, while another person is signed in. */
export function LeftEntrySheet({ items, onDelete, onClose }: Props) {
  return (
    <Sheet title="Les photos de cette entrée" width="34rem" onClose={onClose}>
      <LeftPhotosList
        title="Pas encore reçues"
        sentence="Ces photos restent sur ce téléphone jusqu'à leur envoi. Vous pouvez aussi les enregistrer, ou les supprimer avec leur entrée."
        items={items}
        onDelete={async () => {
          await onDelete()
          onClose()
        }}
      />
    </Sheet>
  )
}
