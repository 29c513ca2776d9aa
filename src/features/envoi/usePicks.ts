import { useCallback, useState } from 'react'
import { count } from '#src/ui/text/quantities.ts'
import { yieldToMain } from '#src/ui/yieldToMain.ts'
import { examine, isSameFile, type Pick, pickOf } from './pick.ts'
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
    (id: string, allegee: boolean) =>
      putPicks(
        place,
        picksOf(place).flatMap((pick) => (pick.id === id ? [{ ...pick, allegee }] : [pick])),
      ),
    [place],
  )
  return {
    picks,
    notice,
    remove,
    setAllegee,
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
  await eachInSlices(picks, async ({ id, file, refus, isVideo }) => {
    if (refus !== null) return
    const found = await examine(file)
    if (found.refus === null && found.isVideo === isVideo) return
    putPicks(
      place,
      picksOf(place).flatMap((pick) => (pick.id === id ? [{ ...pick, ...found }] : [pick])),
    )
  })
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
