import { useCallback, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import type { EnqueueResult } from '#src/pwa/pickedFile.ts'
import { uploadQueue } from '#src/pwa/uploadQueue.ts'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { describeResults } from './enqueueSummary.ts'
import { examine, isSameFile, isTrimmable, type Pick, pickOf, type TrimmedFrom, trimmedPick } from './pick.ts'
import { type PickPlace, picksOf, putPicks, useKeptPicks } from './pickStore.ts'

export function usePicks(place: PickPlace) {
  const picks = useKeptPicks(place)
  const [notice, setNotice] = useState<string>()
  const remove = useCallback(
    (id: string) =>
      putPicks(
        place,
        picksOf(place).filter((pick) => pick.id !== id),
      ),
    [place],
  )
  const setAllegee = useCallback(
    (id: string, allegee: boolean) => changePick(place, id, (pick) => ({ ...pick, allegee })),
    [place],
  )
  return {
    picks,
    notice,
    remove,
    setAllegee,
    /** Puts a part of the video in the place of the whole, and examines it like any chosen file. */
    trim: (id: string, part: Blob, trimmed: TrimmedFrom): void => {
      changePick(place, id, (pick) => trimmedPick(pick, part, trimmed))
      void examineAll(
        place,
        picksOf(place).filter((pick) => pick.id === id),
      )
    },
    add: async (files: readonly File[]): Promise<void> => {
      const doubles = await addPicks(place, files)
      setNotice(doubles === 0 ? undefined : `${count(doubles, 'fichier déjà choisi', 'fichiers déjà choisis')}.`)
    },
  }
}

/** Longest main-thread task while hundreds of files are examined, in milliseconds. */
const sliceMs = 12

/**
 * Adds files that are not chosen yet, then examines them. Files of one choice are never compared with each other.
 * @returns how many were already chosen, once the others are in the list
 */
export async function addPicks(place: PickPlace, files: readonly File[]): Promise<number> {
  const known = Map.groupBy(picksOf(place), ({ file }) => file.name)
  const fresh: Pick[] = []
  await eachInSlices(files, (file) => {
    const pick = pickOf(file)
    if (!(known.get(file.name) ?? []).some((one) => isSameFile(one, pick))) fresh.push(pick)
  })
  putPicks(place, [...picksOf(place), ...fresh])
  void examineAll(place, fresh)
  return files.length - fresh.length
}

/** Examines the first bytes of every file, so that a refused file shows the reason before sending. */
async function examineAll(place: PickPlace, picks: readonly Pick[]): Promise<void> {
  await eachInSlices(picks, async ({ id, file, size, refus, isVideo }) => {
    if (size > uploadMaxBytes && (await isTrimmable(file)))
      changePick(place, id, (pick) => ({ ...pick, isVideo: true, canTrim: true }))
    if (refus !== null) return
    const found = await examine(file)
    if (found.refus === null && found.isVideo === isVideo) return
    changePick(place, id, (pick) => ({ ...pick, ...found }))
  })
}

function changePick(place: PickPlace, id: string, change: (pick: Pick) => Pick): void {
  putPicks(
    place,
    picksOf(place).map((pick) => (pick.id === id ? change(pick) : pick)),
  )
}

/** Yields to the main thread between slices: reading a file's size takes a slow phone a millisecond or more. */
async function eachInSlices<T>(list: readonly T[], work: (one: T) => Promise<void> | void): Promise<void> {
  let begunAt = performance.now()
  for (const one of list) {
    await work(one)
    if (performance.now() - begunAt < sliceMs) continue
    await yieldToMain()
    begunAt = performance.now()
  }
}

export interface SentPicks {
  /** Files not stored on this device (unreadable, or sent from memory); resolves when all copies have ended. */
  readonly notKept: Promise<readonly File[]>
}

/**
 * Enqueues chosen files and removes them and the refused ones from the sheet. A later toast reports which are stored.
 * @returns when they are registered; null when that failed (a toast reports it)
 */
export async function sendPicks(
  { place, evenementId, quiet }: { place: PickPlace; evenementId: number; quiet: boolean },
  sent: readonly Pick[],
): Promise<SentPicks | null> {
  const files = sent.map(({ file, size, allegee }) => ({ file, size, allegee }))
  try {
    const { copied } = await uploadQueue.enqueueFiles({ evenementId, files })
    const sentIds = new Set(sent.map(({ id }) => id))
    putPicks(
      place,
      picksOf(place).filter(({ id, refus }) => !sentIds.has(id) && refus === null),
    )
    return { notKept: copied.then((results) => showResults(results, sent, quiet)).catch(() => showFailure(sent)) }
  } catch {
    showFailure(sent)
    return null
  }
}

function showResults(results: readonly EnqueueResult[], sent: readonly Pick[], quiet: boolean): File[] {
  const toast = describeResults(results)
  if (toast && !(quiet && toast.type === 'success')) showToast(toast)
  return sent.flatMap(({ file }, at) => {
    const result = results[at]?.result
    return result === 'lost' || result === 'volatile' ? [file] : []
  })
}

function showFailure(sent: readonly Pick[]): File[] {
  showToast({ type: 'error', title: phrases.uploadErreurInattendue })
  return sent.map(({ file }) => file)
}
