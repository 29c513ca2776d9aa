import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { corbeilleDetail } from './corbeilleDetail.ts'
import { FreeReason, ReasonSheet } from './ReasonSheet.tsx'
import type { MediaAction } from './takeDecisions.ts'
import type { DeskDialog } from './useDeskDialog.ts'

interface Props {
  dialog: DeskDialog
  /** Several media can be chosen: the titles say how many. */
  isGrid: boolean
  /** Called with the number of a reason, from 1. */
  onReason: (reason: number) => void
  onAct: (action: MediaAction, medias: readonly Media[]) => void
}

/** The dialogs of the desk; at most one is open. */
export function DeskDialogs({ dialog: { name, medias, close }, isGrid, onReason, onAct }: Props) {
  if (name === 'reasons')
    return (
      <ReasonSheet
        {...(isGrid && { title: `Rejeter ${count(medias.length, 'média', 'médias')}, parce que…` })}
        onReason={onReason}
        onClose={close}
      />
    )
  if (name === 'otherReason')
    return (
      <FreeReason medias={medias} onClose={close} onReason={(raison) => onAct({ geste: 'rejeter', raison }, medias)} />
    )
  if (name === 'deletion')
    return (
      <ConfirmDialog
        title={medias.length === 1 ? 'Supprimer ce média' : `Supprimer ${formatNumber(medias.length)} médias`}
        question={phrases.mediaSuppressionQuestion}
        detail={corbeilleDetail(medias.length)}
        confirm="Supprimer"
        onCancel={close}
        onConfirm={() => onAct({ geste: 'supprimer' }, medias)}
      />
    )
  return null
}
