import { useEffect, useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { DeskItem } from './deskItems.ts'

/** `otherReason`: the free text of a rejection. */
type DialogName = 'reasons' | 'otherReason' | 'deletion'

export interface DeskDialog {
  /** Undefined while no dialog is open. */
  readonly name: DialogName | undefined
  /** The media to which the open dialog applies. */
  readonly medias: readonly Media[]
  /** Opens a dialog; without media it stays closed. */
  readonly open: (name: DialogName, medias: readonly Media[]) => void
  readonly close: () => void
}

/** The open dialog of the desk. A media that is decided or deleted elsewhere is removed from it. */
export function useDeskDialog(items: readonly DeskItem[]): DeskDialog {
  const [opened, setOpened] = useState<{ name: DialogName; ids: ReadonlySet<number> } | null>(null)
  const medias = items.flatMap(({ media }) => (opened?.ids.has(media.id) ? [media] : []))
  const isWithdrawn = opened !== null && medias.length === 0
  const close = () => setOpened(null)
  useWithdrawn(isWithdrawn, () => {
    close()
    showToast({ type: 'info', title: "Déjà traité : ce média n'est plus à valider." })
  })
  return {
    name: isWithdrawn ? undefined : opened?.name,
    medias,
    open: (name, about) => about.length > 0 && setOpened({ name, ids: new Set(about.map(({ id }) => id)) }),
    close,
  }
}

/** Runs once when the open dialog has no media left. */
function useWithdrawn(isWithdrawn: boolean, onWithdrawn: () => void): void {
  const latest = useLatest(onWithdrawn)
  useEffect(() => {
    if (isWithdrawn) latest.current()
  }, [isWithdrawn, latest])
}
