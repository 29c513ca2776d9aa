import { useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { hueOf } from '#src/ui/avatar/initials.ts'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Cover.module.css'

interface Props {
  evenement: Pick<Evenement, 'id' | 'couvertureMediaId'>
  /** Width in pixels. */
  width: number
  className?: string | undefined
}

/** The cover photo of an event; without photos, the event's own hue with the burst. */
export function Cover({ evenement, width, className }: Props) {
  const { couvertureMediaId } = evenement
  const signature = useSignature(evenement.id, couvertureMediaId !== null)
  const [broken, setBroken] = useState(false)
  const isShown = couvertureMediaId !== null && signature !== undefined && !broken
  return (
    <span className={classNames(css.cover, className)} style={{ '--hue': hueOf(evenement.id) }} data-part="cover">
      <Burst className={css.coverMark} />
      {isShown && (
        <img
          src={mediaUrl(couvertureMediaId, { width }, signature)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
