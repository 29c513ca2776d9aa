import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { count } from '#src/ui/text/quantities.ts'
import { examine, isSameFile, type Pick } from './pick.ts'

/** The files chosen so far in the sheet. @param initial those it opens with */
export function usePicks(initial: readonly File[] | undefined) {
  const [picks, setPicks] = useState<readonly Pick[]>([])
  const [notice, setNotice] = useState<string>()

  const add = async (files: readonly File[]): Promise<void> => {
    const fresh = files.filter(
      (file, at) =>
        !picks.some((pick) => isSameFile(pick.file, file)) && files.findIndex((one) => isSameFile(one, file)) === at,
    )
    const doubles = files.length - fresh.length
    setNotice(doubles === 0 ? undefined : `${count(doubles, 'fichier déjà choisi', 'fichiers déjà choisis')}.`)
    const examined = await Promise.all(fresh.map((file) => examine(file)))
    setPicks((before) => [
      ...before,
      ...examined.filter((pick) => !before.some((known) => isSameFile(known.file, pick.file))),
    ])
  }
  const begin = useLatest(() => add(initial ?? []))
  useEffect(() => void begin.current(), [begin])
  const remove = useCallback((id: string) => setPicks((before) => before.filter((pick) => pick.id !== id)), [])
  const setAllegee = useCallback(
    (id: string, allegee: boolean) =>
      setPicks((before) => before.map((pick) => (pick.id === id ? { ...pick, allegee } : pick))),
    [],
  )

  return {
    picks,
    notice,
    add,
    remove,
    setAllegee,
    /** Keeps only the files that were not taken, each with why. */
    keepRefused: (refusals: ReadonlyMap<string, string>) =>
      setPicks((before) =>
        before.flatMap((pick) => {
          const refus = refusals.get(pick.id) ?? pick.refus
          return refus === null ? [] : [{ ...pick, refus }]
        }),
      ),
  }
}
