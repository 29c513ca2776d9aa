import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { DeskItem } from './deskItems.ts'
import { DeskThumb } from './DeskThumb.tsx'
import css from './DeskStrip.module.css'

interface Props {
  items: readonly DeskItem[]
  currentId: number | undefined
  signature: string | undefined
  onChoose: (id: number) => void
}

/** CSS pixels; the width follows the picture's ratio within these bounds. */
const thumb = { height: 64, gap: 6, least: 44, most: 104 } as const

/** The pending media in a row, centred on the current one; decided ones fade and keep their place. Virtualized. */
export function DeskStrip({ items, currentId, signature, onChoose }: Props) {
  const list = useRef<HTMLElement>(null)
  // The virtualizer changes as the list scrolls; none of its values is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const strip = useVirtualizer({
    count: items.length,
    horizontal: true,
    getScrollElement: () => list.current,
    estimateSize: (index) => widthOf(items[index]) + thumb.gap,
    getItemKey: (index) => items[index]?.media.id ?? index,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 0,
  })
  const currentIndex = items.findIndex(({ media }) => media.id === currentId)
  useEffect(() => {
    if (currentIndex >= 0) strip.scrollToIndex(currentIndex, { align: 'center' })
  }, [strip, currentIndex])
  return (
    <nav className={css.deskStrip} aria-label="Médias à valider" ref={list}>
      <ul className={css.strip} style={{ width: `${strip.getTotalSize()}px` }}>
        {strip.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              <li
                key={key}
                className={css.stripItem}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                style={{ translate: `${start}px 0`, width: widthOf(item), height: thumb.height }}
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

function widthOf(item: DeskItem | undefined): number {
  const { largeur, hauteur } = item?.media ?? {}
  const ratio = largeur && hauteur ? largeur / hauteur : 4 / 3
  return Math.round(Math.min(thumb.most, Math.max(thumb.least, thumb.height * ratio)))
}
