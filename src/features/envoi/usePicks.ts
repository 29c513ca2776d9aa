import { useCallback, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import type { EnqueueResult } from '#src/pwa/queue/pickedFile.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { describeResults } from './enqueueSummary.ts'
import { examine, isSameFile, isTrimmable, type ChosenFile, pickOf, type TrimmedFrom, trimmedPick } from './pick.ts'
import { type PickTarget, picksOf, putPicks, signOutCount, useKeptPicks } from './pickStore.ts'

/** The files chosen for a target and not sent yet, and the commands that change them. */
export function usePicks(target: PickTarget) {
  const picks = useKeptPicks(target)
  const [notice, setNotice] = useState<string>()
  const remove = useCallback(
    (id: string) =>
      putPicks(
        target,
        picksOf(target).filter((pick) => pick.id !== id),
      ),
    [target],
  )
  const setAllegee = useCallback(
    (id: string, allegee: boolean) => changePick(target, id, (pick) => ({ ...pick, allegee })),
    [target],
  )
  return {
    picks,
    notice,
    remove,
    setAllegee,
    /** Puts a part of the video in the place of the whole, and examines it like any chosen file. */
    trim: (id: string, part: Blob, trimmed: TrimmedFrom): void => {
      changePick(target, id, (pick) => trimmedPick(pick, part, trimmed))
      void examineAll(
        target,
        picksOf(target).filter((pick) => pick.id === id),
      )
    },
    add: async (files: readonly File[]): Promise<void> => {
      const doubles = await addPicks(target, files)
      setNotice(doubles === 0 ? undefined : `${count(doubles, 'fichier déjà choisi', 'fichiers déjà choisis')}.`)
    },
  }
}

/** Longest main-thread task while hundreds of files are examined, in milliseconds. */
const sliceMs = 12

/**
 * Adds files that are not chosen yet, then examines them. Files of one choice are never compared with each other.
 * Files are not kept when their person signs out before they are added.
 * @returns how many were already chosen, once the others are in the list
 */
export async function addPicks(target: PickTarget, files: readonly File[]): Promise<number> {
  const known = Map.groupBy(picksOf(target), ({ file }) => file.name)
  const fresh: ChosenFile[] = []
  const signOutsBefore = signOutCount()
  await eachInSlices(files, (file) => {
    const pick = pickOf(file)
    if (!(known.get(file.name) ?? []).some((one) => isSameFile(one, pick))) fresh.push(pick)
  })
  if (signOutCount() !== signOutsBefore) return 0
  putPicks(target, [...picksOf(target), ...fresh])
  // Without its chunk, the copy itself tries again.
  void uploadQueue.prepareCopies().catch(() => undefined)
  void examineAll(target, fresh)
  return files.length - fresh.length
}

/** Examines the first bytes of every file, so that a refused file shows the reason before sending. */
async function examineAll(target: PickTarget, picks: readonly ChosenFile[]): Promise<void> {
  await eachInSlices(picks, async (chosen) => {
    const { id, file, size, refus, isVideo } = chosen
    if (size > uploadMaxBytes && (await isTrimmable(file)))
      changePick(target, id, (pick) => ({ ...pick, isVideo: true, canTrim: true }))
    if (refus !== null) return
    const found = await examine(chosen)
    if (found.refus === null && found.isVideo === isVideo) return
    changePick(target, id, (pick) => ({ ...pick, ...found }))
  })
}

function changePick(target: PickTarget, id: string, change: (pick: ChosenFile) => ChosenFile): void {
  putPicks(
    target,
    picksOf(target).map((pick) => (pick.id === id ? change(pick) : pick)),
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
 * Enqueues chosen files (pwa/queue/queueRuntime.ts) and removes them and the refused ones from the sheet. A later toast
 * reports which are stored.
 * @returns when they are registered; null when that failed (a toast reports it)
 */
export async function sendPicks(
  { target, evenementId, quiet }: { target: PickTarget; evenementId: number; quiet: boolean },
  sent: readonly ChosenFile[],
): Promise<SentPicks | null> {
  const files = sent.map(({ file, size, allegee }) => ({ file, size, allegee }))
  try {
    const { copied } = await uploadQueue.enqueueFiles({ evenementId, files })
    const sentIds = new Set(sent.map(({ id }) => id))
    putPicks(
      target,
      picksOf(target).filter(({ id, refus }) => !sentIds.has(id) && refus === null),
    )
    return { notKept: copied.then((results) => showResults(results, sent, quiet)).catch(() => showFailure(sent)) }
  } catch {
    showFailure(sent)
    return null
  }
}

function showResults(results: readonly EnqueueResult[], sent: readonly ChosenFile[], quiet: boolean): File[] {
  const toast = describeResults(results)
  if (toast && !(quiet && toast.type === 'success')) showToast(toast)
  return sent.flatMap(({ file }, index) => {
    const result = results[index]?.result
    return result === 'lost' || result === 'volatile' ? [file] : []
  })
}

function showFailure(sent: readonly ChosenFile[]): File[] {
  showToast({ type: 'error', title: phrases.uploadErreurInattendue })
  return sent.map(({ file }) => file)
}
