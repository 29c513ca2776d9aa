import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { statutMediaLabels } from '#domain/media/media.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { mediaName } from './mediaName.ts'
import { MediaImage } from './MediaImage.tsx'
import type { DeskItem } from './useDesk.ts'
import css from './DeskStrip.module.css'

interface Props {
  items: readonly DeskItem[]
  currentId: number | undefined
  signature: string | undefined
  onChoose: (id: number) => void
}

/** The pending media in a row (a column on wide screens); decided ones fade and keep their place. */
export function DeskStrip({ items, currentId, signature, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector(`[data-media="${currentId ?? ''}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentId])
  return (
    <nav className={css.deskStrip} aria-label="Médias à valider">
      <ul className={css.strip} ref={list}>
        {items.map(({ media, statut }) => {
          const isDone = statut !== 'EN_ATTENTE'
          return (
            <li key={media.id} className={classNames(css.stripItem, isDone && css.stripItemDone)}>
              <button
                type="button"
                data-media={media.id}
                aria-current={media.id === currentId || undefined}
                onClick={() => onChoose(media.id)}
              >
                <MediaImage
                  media={media}
                  variant="thumbnail"
                  signature={signature}
                  alt={`${mediaName(media, 0)}${isDone ? `, ${statutMediaLabels[statut].label.toLowerCase()}` : ''}`}
                />
              </button>
              {isDone && (
                <span className={css.stripMark} data-statut={statut}>
                  {statut === 'VALIDE' ? <Check /> : <X />}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
