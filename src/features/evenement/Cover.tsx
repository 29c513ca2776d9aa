import { useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
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
  const [failed, setFailed] = useState<string>()
  // Retry a failed picture when the network is back.
  const attempt = `${useOnline()} ${useReachable()}`
  const source =
    couvertureMediaId === null || signature === undefined
      ? undefined
      : mediaUrl(couvertureMediaId, { width }, signature)
  return (
    <span className={classNames(css.cover, className)} style={{ '--hue': hueOf(evenement.id) }} data-part="cover">
      <Burst className={css.coverMark} />
      {source !== undefined && failed !== `${source} ${attempt}` && (
        <img src={source} alt="" loading="lazy" decoding="async" onError={() => setFailed(`${source} ${attempt}`)} />
      )}
    </span>
  )
}
