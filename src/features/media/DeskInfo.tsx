import type { Media } from '#domain/media/media.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime, formatTime } from '#src/ui/text/dates.ts'
import { agree, count, formatSize } from '#src/ui/text/quantities.ts'
import css from './Desk.module.css'

/** Who took it, when, and how that person's media fared so far in this event. */
export function DeskInfo({ media, medias }: { media: Media; medias: readonly Media[] }) {
  const { auteur, datePrise, taille, largeur, hauteur } = media
  const theirs = medias.filter((other) => other.auteur.id === auteur.id)
  const valid = theirs.filter(({ statut }) => statut === 'VALIDE').length
  return (
    <section className={css.deskInfo} aria-label="À propos de ce média">
      <div className={css.deskAuthor}>
        <Avatar person={auteur} />
        <p>
          <b>
            {auteur.prenom} {auteur.nom}
          </b>
          <br />
          <span className="small muted">
            {count(theirs.length, 'déposé', 'déposés')}, {valid} {agree(valid, 'validé', 'validés')}
          </span>
        </p>
      </div>
      <p className="meta">
        <time dateTime={datePrise}>
          <span className={css.deskDate}>{formatDayTime(datePrise).replace(/[^,]*$/, '')} </span>
          {formatTime(datePrise)}
        </time>
      </p>
      <p className={classNames('meta', css.deskFile)}>
        {formatSize(taille)}
        {largeur !== null && hauteur !== null && `, ${largeur} × ${hauteur}`}, position retirée pour les autres
      </p>
    </section>
  )
}
