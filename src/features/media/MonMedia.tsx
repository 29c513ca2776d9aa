import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Media } from '#domain/media/media.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatEventDayTime } from '#src/ui/text/dates.ts'
import { MediaImage } from './MediaImage.tsx'
import { mediaName } from './mediaName.ts'
import { MonMediaActions } from './MonMediaActions.tsx'
import { StatutMediaBadge } from './StatutMediaBadge.tsx'
import css from './MesMedias.module.css'

interface Props {
  media: Media
  utilisateurId: number
  /** Title of its event; undefined when the person has no access to it any more. */
  titre: string | undefined
  fuseau: string | undefined
  /** Actions available in its event. */
  children: ReactNode
}

/** One of a participant's own media: its event, the decision and the reason. */
export function MonMedia({ media, utilisateurId, titre, fuseau, children }: Props) {
  const { id, evenement_id, statut, raison, datePrise } = media
  const signature = useSignature(evenement_id)
  const name = mediaName(media, utilisateurId, fuseau)
  const picture = <MediaImage media={media} variant="thumbnail" signature={signature} alt={name} />
  return (
    <li className={css.item}>
      {titre === undefined ? (
        <div className={css.picture}>{picture}</div>
      ) : (
        <Link
          to="/participant/evenements/$id"
          params={{ id: evenement_id }}
          search={{ media: id }}
          className={classNames(css.picture, 'picture-control')}
        >
          {picture}
        </Link>
      )}
      <div className={css.words}>
        <p>
          <b>{titre ?? 'Événement'}</b>
        </p>
        <p className="small muted">
          <time dateTime={datePrise}>{formatEventDayTime(datePrise, fuseau)}</time>
        </p>
        <p>
          <StatutMediaBadge statut={statut} />
        </p>
        {statut === 'REJETE' && raison !== null && <p className={css.raison}>{raison}</p>}
        {statut === 'SUPPRIME' && <p className={css.raison}>Retirée par l'organisateur.</p>}
        {statut === 'SUPPRIME' ? (
          children
        ) : (
          <MonMediaActions media={media} signature={signature} name={name}>
            {children}
          </MonMediaActions>
        )}
      </div>
    </li>
  )
}
