import { useCallback, useState, type ReactNode } from 'react'
import { loadChunk } from '#src/api/loadChunk.ts'
import { useDelay } from '#src/ui/now/useDelay.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { ChosenFile, TrimmedFrom } from './pick.ts'

const loadSheet = () => loadChunk(() => import('./TrimSheet.tsx'))
type TrimSheet = Awaited<ReturnType<typeof loadSheet>>['TrimSheet']

/**
 * The sheet "Raccourcir la vidéo": `open` it for a pick, render `sheet`. It is loaded when it is opened for the first
 * time, because it contains the reader and writer of video files.
 */
export function useTrimSheet(
  picks: readonly ChosenFile[],
  onTrimmed: (id: string, part: Blob, trimmed: TrimmedFrom) => void,
): { open: (id: string) => void; sheet: ReactNode } {
  const [Loaded, setLoaded] = useState<{ readonly TrimSheet: TrimSheet } | null>(null)
  const [id, setId] = useState<string | null>(null)
  const open = useCallback((opened: string) => {
    setId(opened)
    loadSheet().then(setLoaded, () => {
      setId(null)
      showToast({ type: 'error', title: "La découpe n'a pas pu être chargée. Rechargez la page, puis réessayez." })
    })
  }, [])
  const pick = picks.find((one) => one.id === id)
  const close = () => setId(null)
  const sheet =
    pick &&
    (Loaded ? (
      <Loaded.TrimSheet
        pick={pick}
        onTrimmed={(part, trimmed) => {
          onTrimmed(pick.id, part, trimmed)
          setId(null)
        }}
        onClose={close}
      />
    ) : (
      <LateSheet onClose={close} />
    ))
  return { open, sheet }
}

/** Shown when loading takes long: without network, it waits until there is one. */
function LateSheet({ onClose }: { onClose: () => void }) {
  const isLate = useDelay(400)
  if (!isLate) return null
  return (
    <Sheet title="Raccourcir la vidéo" width="42rem" onClose={onClose}>
      <LoadingBox label="Chargement de la découpe" height="24rem" />
    </Sheet>
  )
}
