import { useQuery } from '@tanstack/react-query'
import type { Media } from '#domain/media/media.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime, formatEventTime } from '#src/ui/text/dates.ts'
import { count, formatSize } from '#src/ui/text/quantities.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { auteursQuery } from './desk.queries.ts'
import css from './Desk.module.css'

/** Author and date of the media, and the author's statistics in this event. */
export function DeskInfo({ media, evenementId }: { media: Media; evenementId: number }) {
  const { auteur, datePrise, taille, largeur, hauteur } = media
  const fuseau = useFuseau()
  const so = useQuery(auteursQuery(evenementId)).data?.find(({ utilisateur }) => utilisateur.id === auteur.id)
  return (
    <section className={css.deskInfo} aria-label="À propos de ce média">
      <div className={css.deskAuthor}>
        <Avatar person={auteur} />
        <p>
          <b>{nomComplet(auteur)}</b>
          <br />
          <span className="small muted">
            {so
              ? `${count(so.medias, 'déposé', 'déposés')}, ${count(so.mediasValides, 'validé', 'validés')}`
              : 'Participant'}
          </span>
        </p>
      </div>
      <p className="meta">
        <time dateTime={datePrise}>
          <span className={css.deskDate}>{formatDayTime(datePrise, fuseau).replace(/[^,]*$/, '')} </span>
          {formatEventTime(datePrise, fuseau)}
        </time>
      </p>
      <p className={classNames('meta', css.deskFile)}>
        {formatSize(taille)}
        {largeur !== null && hauteur !== null && `, ${largeur} × ${hauteur}`}, position retirée pour les autres
      </p>
    </section>
  )
}
