import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '#src/ui/latest/useLatest.ts'

interface LastOpened {
  /** The media that is or was open in the viewer last. */
  readonly lastId: number | undefined
  /** Opens a media in the viewer. */
  readonly open: (id: number) => void
}

/** Remembers the media of the viewer, so that the grid can scroll back to it however the viewer is closed. */
export function useLastOpened(openId: number | undefined, onOpen: (id: number) => void): LastOpened {
  const [lastId, setLastId] = useState(openId)
  // Set during render, so that no frame misses it.
  if (openId !== undefined && openId !== lastId) setLastId(openId)
  const latest = useLatest(onOpen)
  const open = useCallback(
    (id: number) => {
      // The tile must have the view-transition name before the transition starts.
      flushSync(() => setLastId(id))
      latest.current(id)
    },
    [latest],
  )
  return { lastId, open }
}
