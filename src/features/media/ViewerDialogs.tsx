import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { RetraitSheet } from './RetraitSheet.tsx'

/** What a person is asked about a media in the viewer. */
export type ViewerQuestion = 'suppression' | 'retrait'

interface Props {
  question: ViewerQuestion | null
  entree: EntreeGalerie
  /** Said below the question whether to delete. */
  removeDetail: string | undefined
  isRemoving: boolean
  onRemove: () => void
  onClose: () => void
}

/** The dialogs above the viewer: the confirmation of a deletion, and the request to remove a photo. */
export function ViewerDialogs({ question, entree, removeDetail, isRemoving, onRemove, onClose }: Props) {
  if (question === 'retrait') return <RetraitSheet mediaId={entree.id} type={entree.type} onClose={onClose} />
  if (question === null) return null
  return (
    <ConfirmDialog
      title="Supprimer ce média"
      question={phrases.mediaSuppressionQuestion}
      {...(removeDetail !== undefined && { detail: removeDetail })}
      confirm="Supprimer"
      busy={isRemoving}
      onCancel={onClose}
      onConfirm={onRemove}
    />
  )
}
