import { Check, CircleAlert, Copy, FileImage, ImageOff, Lock, Video } from 'lucide-react'
import { memo } from 'react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { formatSize } from '#src/ui/text/quantities.ts'
import { wordsOf } from './itemWords.ts'
import { SendActions } from './SendActions.tsx'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'
import css from './Envois.module.css'

interface Props {
  item: QueueItemView
  titre: string | undefined
  onPickAgain: ((evenementId: number) => void) | undefined
  /** Shows the name instead of the state: it is not sent any more. */
  isLeft: boolean
}

export const SendRow = memo(function SendRow({ item, titre, onPickAgain, isLeft }: Props) {
  const { state, cause, tone } = isLeft ? { state: item.name, cause: null, tone: undefined } : wordsOf(item)
  const isDone = item.state === 'done'
  // The person may have to choose this file again: show which one it was.
  const isAsked = item.state === 'failed' || item.state === 'lost_source' || item.isInMemory
  const isMoving = !isDone && !isLeft && tone === undefined && item.confirmedBytes > 0
  const amount = isMoving ? `${formatSize(item.confirmedBytes)} sur ${formatSize(item.size)}` : formatSize(item.size)
  return (
    <li className={css.send} data-tone={tone} data-state={item.state}>
      <Preview item={item} />
      <div className={css.sendText}>
        <p className={css.sendState}>
          {!isLeft && <StateIcon item={item} />}
          {isLeft ? state : french(state)}
        </p>
        {cause !== null && <p className={css.sendCause}>{french(cause)}</p>}
        {isMoving && <Progress value={item.confirmedBytes} max={item.size} label={`Envoi ${ofName(item.name)}`} />}
        <p className={classNames(css.sendMeta, 'clip')}>
          {[isAsked ? item.name : undefined, item.isLighter ? 'allégée' : undefined, amount, titre]
            .filter((part) => part !== undefined)
            .join(', ')}
        </p>
      </div>
      <SendActions {...{ item, onPickAgain, isLeft }} />
    </li>
  )
})

function StateIcon({ item }: { item: QueueItemView }) {
  if (item.state === 'done')
    return item.duplicate ? <Copy className="icon--small" /> : <Check className="icon--small" />
  if (item.state === 'waiting_auth') return <Lock className="icon--small" />
  return wordsOf(item).tone === undefined ? null : <CircleAlert className="icon--small" />
}

function Preview({ item }: { item: QueueItemView }) {
  const [address] = usePreviews([item.id])
  if (address !== undefined) return <img className={css.sendPhoto} src={address} alt="" />
  return (
    <span className={classNames(css.sendPhoto, css.sendNoPhoto)}>
      {item.state === 'lost_source' ? <ImageOff /> : item.type.startsWith('video/') ? <Video /> : <FileImage />}
    </span>
  )
}
