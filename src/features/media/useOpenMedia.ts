import { useEffect, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

type Entrees = readonly EntreeGalerie[]

export interface Place {
  /** The media of the address; undefined while the viewer is closed. */
  readonly openId: number | undefined
  readonly onOpen: (id: number | undefined) => void
  /** Requests the list from the server; its data are undefined without an answer. */
  readonly reload: () => Promise<{ readonly isSuccess: boolean; readonly data: Entrees | undefined }>
}

const none: Entrees = []

/**
 * The media to show in the viewer: the one of the address. When it is deleted while it is open, by this person or by
 * someone else, the one that follows it, whose id replaces the deleted one in the address. A media that the server's list
 * does not have either is removed from the address with a message: a notification may lead to it.
 * @param around in navigation order; the same array until something in it changes
 * @returns undefined while the viewer is closed, and for a media that is not in the gallery
 */
export function useOpenMedia(around: Entrees, { openId, onOpen, reload }: Place): number | undefined {
  const [shown, setShown] = useState(none)
  const isThere = around.some(({ id }) => id === openId)
  // Set during render, so that no frame shows the viewer without a media.
  if (isThere && shown !== around) setShown(around)
  if (openId === undefined && shown !== none) setShown(none)
  const isDeleted = !isThere && shown.some(({ id }) => id === openId)
  const nextId = isDeleted ? nextLeft(shown, around, openId) : openId
  const isAbsent = openId !== undefined && !isThere && !isDeleted
  const latest = useLatest(onOpen)
  const latestReload = useLatest(reload)
  useEffect(() => {
    if (isDeleted) afterSheetsClose(() => latest.current(nextId))
  }, [isDeleted, nextId, latest])
  useEffect(() => {
    if (!isAbsent) return undefined
    let isWanted = true
    const ask = async () => {
      // The list on this device may be older than the media.
      const { isSuccess, data } = await latestReload.current()
      if (!isWanted || !isSuccess || data?.some(({ id }) => id === openId)) return
      showToast({ type: 'info', title: "Ce média n'est plus dans l'événement." })
      latest.current(undefined)
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [isAbsent, openId, latest, latestReload])
  return isThere || isDeleted ? nextId : undefined
}

/** The nearest media after this one that is still there, else the nearest before it. */
function nextLeft(shown: Entrees, around: Entrees, openId: number | undefined): number | undefined {
  const left = new Set(around.map(({ id }) => id))
  const index = shown.findIndex(({ id }) => id === openId)
  return [...shown.slice(index + 1), ...shown.slice(0, index).toReversed()].find(({ id }) => left.has(id))?.id
}
