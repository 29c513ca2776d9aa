import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CalendarDays,
  CircleCheck,
  CircleX,
  FileLock,
  Flag,
  Gift,
  type LucideIcon,
  Mail,
  ShieldCheck,
  UserCheck,
} from 'lucide-react'
import { useState } from 'react'
import type { TypeNotification } from '#domain/notification/notification.ts'
import type { Tone } from '#domain/texte/tone.ts'
import { french } from '#src/ui/text/french.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatShortDayTime, formatSince } from '#src/ui/text/dates.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { signatureQuery, useSignature } from '#src/api/signature.queries.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { groupMessage, type NotificationGroup, groupTitle, picturesOf } from './notificationGroups.ts'
import css from './Notifications.module.css'

const looks: Record<TypeNotification, { icon: LucideIcon; tone: Tone; word: string }> = {
  MEDIA_VALIDE: { icon: CircleCheck, tone: 'green', word: 'Média' },
  MEDIA_REJETE: { icon: CircleX, tone: 'red', word: 'Média' },
  MEDIA_MIS_DE_COTE: { icon: FileLock, tone: 'amber', word: 'Média' },
  INVITATION: { icon: Mail, tone: 'blue', word: 'Invitation' },
  INSCRIPTION: { icon: UserCheck, tone: 'blue', word: 'Inscription' },
  EVENEMENT: { icon: CalendarDays, tone: 'amber', word: 'Événement' },
  RECOMPENSE: { icon: Gift, tone: 'green', word: 'Récompense' },
  RETRAIT: { icon: Flag, tone: 'amber', word: 'Demande de retrait' },
  CONSENTEMENT: { icon: ShieldCheck, tone: 'gray', word: 'Consentement' },
}

interface Props {
  group: NotificationGroup
  /** Link target; null: the row can only be marked as read. */
  to: string | null
  /** Milliseconds since 1970. */
  now: number
  onRead: () => void
}

/** One notification, or several equal ones: type, event, time, read or not. */
export function NotificationRow({ group, to, now, onRead }: Props) {
  const { type, titre, lu, dateCreation, evenement_titre } = group.first
  const { icon: Icon, tone, word } = looks[type]
  const pictures = picturesOf(group)
  const content = (
    <>
      <span className={css.mark} data-tone={tone} title={word}>
        <Icon />
      </span>
      <span className={css.text}>
        <span className="visually-hidden">{french(lu ? `${word} : ` : `Non lue, ${word} : `)}</span>
        <b>{french(groupTitle(group))}</b>
        <span className={css.message}>{french(groupMessage(group))}</span>
        <span className={css.since}>
          <time dateTime={dateCreation} title={formatShortDayTime(dateCreation)}>
            {formatSince(dateCreation, now)}
          </time>
          {evenement_titre != null && evenement_titre !== titre && `, ${evenement_titre}`}
        </span>
        {pictures.length > 0 && (
          <span className={css.pictures}>
            {pictures.map((picture) => (
              <NotificationPicture key={picture.mediaId} {...picture} />
            ))}
          </span>
        )}
      </span>
      {!lu && <span className={css.unread} aria-hidden="true" />}
    </>
  )
  const className = classNames(css.row, !lu && css.rowUnread)
  return (
    <li>
      {to !== null && (
        <Link {...linkTo(to)} className={className} onClick={lu ? undefined : onRead}>
          {content}
        </Link>
      )}
      {to === null && !lu && (
        <button {...rowAction('marquer-lue')} type="button" className={className} onClick={onRead}>
          {content}
        </button>
      )}
      {to === null && lu && <div className={className}>{content}</div>}
    </li>
  )
}

/** Splits a path with search parameters, because the router's link takes them separately. */
function linkTo(place: string) {
  const { pathname, searchParams } = new URL(place, location.origin)
  const media = searchParams.get('media')
  return {
    to: pathname,
    search: {
      ...(media !== null && { media: Number(media) }),
      ...(searchParams.get('vue') === 'demandes' && { vue: 'demandes' as const }),
    },
  }
}

/** Thumbnail of a notification's photo, its place while its address is loading; nothing when it fails to load. */
function NotificationPicture({ mediaId, evenementId }: { mediaId: number; evenementId: number }) {
  const signature = useSignature(evenementId)
  const { isLoading } = useQuery(signatureQuery(evenementId))
  const [failed, setFailed] = useState<string>()
  // Retry a failed picture when the network is back.
  const attempt = `${signature} ${useOnline()} ${useReachable()}`
  if (signature === undefined) return isLoading && <span className={css.picture} />
  if (failed === attempt) return null
  return (
    <img
      className={css.picture}
      src={mediaUrl(mediaId, 'thumbnail', signature)}
      alt=""
      decoding="async"
      loading="lazy"
      onError={() => setFailed(attempt)}
    />
  )
}
