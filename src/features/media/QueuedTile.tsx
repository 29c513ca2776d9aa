import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, Clock, Pause } from 'lucide-react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { waitsForEvent } from '#upload-queue/engine/eventWait.ts'
import { type QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { Ring } from '#src/ui/progress/Ring.tsx'
import { typographie } from '#domain/texte/typographie.ts'
import { french } from '#src/ui/text/french.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { priseOf } from './galleryMoments.ts'
import { mediaName } from './mediaName.ts'
import css from './Gallery.module.css'

interface Props {
  entree: EntreeGalerie
  item: QueueItemView
  utilisateurId: number
  isTabStop: boolean
}

const needPerson: ReadonlySet<QueueState> = new Set(['waiting_auth', 'blocked', 'blocked_storage', 'failed'])

/** A photo of this device being sent, with its progress; links to Envois. */
export function QueuedTile({ entree, item, utilisateurId, isTabStop }: Props) {
  const percent = item.size === 0 ? 0 : Math.floor((item.confirmedBytes / item.size) * 100)
  const { words, mark } = advance(item, percent)
  const { id, type, auteur } = entree
  const fuseau = useFuseau()
  return (
    <Link
      to="/participant/envois"
      className="picture-control"
      data-media={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={typographie(
        `${mediaName({ type, auteur, datePrise: priseOf(entree) }, utilisateurId, fuseau)}, ${words}`,
      )}
    >
      <span className={css.tileSend}>
        <Ring value={percent} max={100} label="">
          {mark}
        </Ring>
      </span>
    </Link>
  )
}

function advance(item: QueueItemView, percent: number) {
  const { state } = item
  if (state === 'done') return { words: 'reçue', mark: <Check /> }
  if (state === 'paused') return { words: 'en pause', mark: <Pause /> }
  if (needPerson.has(state) && !waitsForEvent(item)) return { words: 'à reprendre dans Envois', mark: <CircleAlert /> }
  if (percent > 0) return { words: `${percent} % reçus`, mark: french(`${percent} %`) }
  return { words: 'en attente', mark: <Clock /> }
}
