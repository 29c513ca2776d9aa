import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Maximize, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { useElementSize } from '#src/ui/viewport/viewport.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { deskName, type DeskItem } from './deskItems.ts'
import { DeskThumb } from './DeskThumb.tsx'
import type { Selection } from './useSelection.ts'
import css from './DeskGrid.module.css'

/** Pictures per screen, at any screen size: limits what the device decodes at a time. */
const perScreen = 12

interface Props {
  items: readonly DeskItem[]
  currentId: number | undefined
  signature: string | undefined
  selection: Selection
  /** The focus moved to this media. */
  onCurrent: (id: number) => void
  /** Other media are visible than before. */
  onSight: (ids: ReadonlySet<number>) => void
  /** Opens the media in the viewer. */
  onOpen: (id: number) => void
}

/** Twelve media at a time, in whole rows. Click or Space selects, with Shift a range. Virtualized. */
export function DeskGrid({ items, currentId, signature, selection, onCurrent, onSight, onOpen }: Props) {
  const view = useRef<HTMLDivElement>(null)
  const fuseau = useFuseau()
  const { width, height } = useElementSize(view)
  // Four of less than 96 pixels leave no room to tap beside the button that enlarges.
  const columns = width > height && width >= 4 * 96 ? 4 : 3
  // Rounded up, so that no thirteenth picture is partly visible.
  const rowHeight = Math.max(80, Math.ceil(height / (perScreen / columns)))
  // The virtualizer changes as the list scrolls; none of its values is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const grid = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => view.current,
    estimateSize: () => rowHeight,
    overscan: 0,
  })
  useEffect(() => grid.measure(), [grid, rowHeight])
  const { isScrolling, scrollOffset } = grid
  const row = Math.round((scrollOffset ?? 0) / rowHeight)
  const isResting = !isScrolling && Math.abs((scrollOffset ?? 0) - row * rowHeight) < perScreen / columns + 1
  useEffect(() => {
    // CSS scroll snap does not work here: only the rendered rows would be snap points.
    if (!isScrolling && !isResting) view.current?.scrollTo({ top: row * rowHeight })
  }, [isScrolling, isResting, row, rowHeight])
  const currentIndex = items.findIndex(({ media }) => media.id === currentId)
  useEffect(() => {
    if (currentIndex >= 0) grid.scrollToIndex(Math.floor(currentIndex / columns), { align: 'auto' })
  }, [grid, currentIndex, columns, rowHeight])
  // The current media takes the focus, at first too so that the keys work at once. Its row is rendered after the height
  // of the grid is known, and after the grid has scrolled to it.
  const waitsForFocus = useRef(true)
  const focusMedia = (id: number) => {
    const button = view.current?.querySelector<HTMLElement>(`[data-media="${id}"]`)
    button?.focus({ preventScroll: true })
    waitsForFocus.current = button == null
  }
  const chosen = selection.ids.size
  useEffect(() => {
    // A change of the selection may disable the focused button: the browser then removes the focus from it.
    if (document.activeElement?.matches('body, :disabled')) waitsForFocus.current = true
  }, [chosen])
  useEffect(() => {
    if (waitsForFocus.current && currentId !== undefined) focusMedia(currentId)
  })
  const latestSight = useLatest(onSight)
  const { startIndex = 0, endIndex = -1 } = grid.range ?? {}
  useEffect(() => {
    const seen = items.slice(startIndex * columns, (endIndex + 1) * columns)
    latestSight.current(new Set(seen.map(({ media }) => media.id)))
  }, [items, startIndex, endIndex, columns, latestSight])

  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const next = items[currentIndex + (step ?? 0)]
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') selection.all()
    // Other keys with a modifier are the browser's: Alt or Cmd with an arrow goes back.
    else if (event.altKey || event.ctrlKey || event.metaKey) return
    else if (event.key === 'Enter' && currentId !== undefined) onOpen(currentId)
    else if (step !== undefined && next) {
      onCurrent(next.media.id)
      if (event.shiftKey) selection.reach(next.media.id)
      // At once, unless its row is out of sight: a quick Space must not choose the previous media.
      focusMedia(next.media.id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons inside
    <div className={css.deskGrid} ref={view} onKeyDown={moveFocus}>
      <ul className={css.rows} style={{ height: `${grid.getTotalSize()}px` }} aria-label="Médias à valider">
        {grid.getVirtualItems().flatMap(({ index, start }) =>
          items.slice(index * columns, (index + 1) * columns).map((item, column) => {
            const { id } = item.media
            return (
              <li
                key={id}
                className={css.cell}
                aria-setsize={items.length}
                aria-posinset={index * columns + column + 1}
                style={{
                  height: `${rowHeight}px`,
                  width: `${100 / columns}%`,
                  insetInlineStart: `${(100 / columns) * column}%`,
                  translate: `0 ${start}px`,
                }}
              >
                <button
                  type="button"
                  className="picture-control"
                  data-media={id}
                  aria-pressed={selection.has(id)}
                  tabIndex={id === currentId ? 0 : -1}
                  onFocus={() => onCurrent(id)}
                  onClick={(event) => (event.shiftKey ? selection.reach(id) : selection.toggle(id))}
                >
                  <DeskThumb item={item} signature={signature} isShown={isResting} />
                  <span className={css.choice} aria-hidden="true">
                    <Check className={css.willAccept} />
                    <X className={css.willReject} />
                  </span>
                </button>
                <IconButton
                  name={`Agrandir, ${deskName(item.media, fuseau)}`}
                  className={css.enlarge}
                  tabIndex={-1}
                  onClick={() => onOpen(id)}
                >
                  <Maximize />
                </IconButton>
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}
