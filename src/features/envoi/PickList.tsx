import { type ComponentProps, startTransition, useEffect, useRef, useState } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { ChosenFile } from './pick.ts'
import { PickRow } from './PickRow.tsx'
import css from './AjouterMedia.module.css'

/** Rows added at a time: few enough for a slow phone. */
const rowBatch = 4

interface Props extends Omit<ComponentProps<typeof PickRow>, 'pick' | 'place'> {
  picks: readonly ChosenFile[]
}

/** The chosen files. Rows are added when the end of the list comes near, because people choose hundreds. */
export function PickList({ picks, ...on }: Props) {
  const [made, setMade] = useState(0)
  return (
    <ul className={css.picks}>
      {picks.slice(0, made).map((pick, index) => (
        <PickRow key={pick.id} pick={pick} place={index + 1} {...on} />
      ))}
      {made < picks.length && <ListEnd key={made} onNear={() => startTransition(() => setMade(made + rowBatch))} />}
    </ul>
  )
}

/** Calls `onNear` when the end of the list is less than one screen away. */
function ListEnd({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLLIElement>(null)
  const latest = useLatest(onNear)
  useEffect(() => {
    const { current } = end
    if (current === null) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      // The body of the sheet is the scroll container: a root margin on the viewport would not apply to it.
      { root: current.closest('dialog')?.querySelector('[data-part=sheet-body]') ?? null, rootMargin: '100%' },
    )
    watch.observe(current)
    return () => watch.disconnect()
  }, [latest])
  return <li ref={end} className={css.pickMore} aria-hidden="true" />
}
