import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useWide } from '#src/ui/wide/useWide.ts'
import type { DeskItem } from './deskItems.ts'
import { DeskThumb } from './DeskThumb.tsx'
import css from './DeskStrip.module.css'

interface Props {
  items: readonly DeskItem[]
  currentId: number | undefined
  signature: string | undefined
  onChoose: (id: number) => void
}

/** Place of one picture with its gap, in CSS pixels: upright in the column, square in the row of a phone. */
const places = { column: 118, row: 62 } as const
const edges = { column: 8, row: 12 } as const

/** The pending media in a row (a column on wide screens); decided ones fade and keep their place. Only those seen exist. */
export function DeskStrip({ items, currentId, signature, onChoose }: Props) {
  const list = useRef<HTMLElement>(null)
  const way = useWide(48) ? 'column' : 'row'
  // It changes by itself as the list scrolls; nothing that it gives is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const strip = useVirtualizer({
    count: items.length,
    horizontal: way === 'row',
    getScrollElement: () => list.current,
    estimateSize: () => places[way],
    getItemKey: (at) => items[at]?.media.id ?? at,
    paddingStart: edges[way],
    paddingEnd: edges[way],
    scrollPaddingStart: edges[way],
    scrollPaddingEnd: edges[way],
    overscan: 0,
  })
  useEffect(() => strip.measure(), [strip, way])
  const at = items.findIndex(({ media }) => media.id === currentId)
  useEffect(() => {
    if (at >= 0) strip.scrollToIndex(at, { align: 'auto' })
  }, [strip, at])
  const length = `${strip.getTotalSize()}px`
  return (
    <nav className={css.deskStrip} aria-label="Médias à valider" ref={list}>
      <ul className={css.strip} style={way === 'row' ? { width: length } : { height: length }}>
        {strip.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              <li
                key={key}
                className={css.stripItem}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                style={{ translate: way === 'row' ? `${start}px 0` : `0 ${start}px` }}
              >
                <button
                  type="button"
                  data-media={item.media.id}
                  aria-current={item.media.id === currentId || undefined}
                  onClick={() => onChoose(item.media.id)}
                >
                  <DeskThumb item={item} signature={signature} isShown={!strip.isScrolling} />
                </button>
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}
