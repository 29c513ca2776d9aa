import { Download, Trash2 } from 'lucide-react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { buttonClass } from '#src/ui/button/buttonClass.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime } from '#src/ui/text/dates.ts'
import css from './Viewer.module.css'

interface Props {
  media: Media
  signature: string | undefined
  showsRaison: boolean
  onDelete: (() => void) | undefined
}

/** Who took it and when, why it was rejected, download and delete. */
export function ViewerFoot({ media, signature, showsRaison, onDelete }: Props) {
  const { auteur, datePrise, raison, statut } = media
  return (
    <footer className={css.viewerFoot}>
      {showsRaison && statut === 'REJETE' && raison !== null && (
        <p className={css.viewerRaison}>
          <b>Rejetée{'\u202F'}:</b> {raison}
        </p>
      )}
      {statut === 'SUPPRIME' && <p className={css.viewerRaison}>Retirée par l'organisateur.</p>}
      <div className={css.viewerWho}>
        <Avatar person={auteur} />
        <p>
          <b>
            {auteur.prenom} {auteur.nom}
          </b>
          <br />
          <time className="small" dateTime={datePrise}>
            {formatDayTime(datePrise)}
          </time>
        </p>
        <div className={classNames('push', css.viewerActions)}>
          {onDelete && (
            <Button aria-label="Supprimer ce média" onClick={onDelete}>
              <Trash2 />
              <span className="wide-only">Supprimer</span>
            </Button>
          )}
          {signature !== undefined && (
            <a
              className={buttonClass({})}
              data-part="button"
              href={mediaUrl(media.id, 'original', signature)}
              download={media.nomFichier}
              aria-label="Télécharger"
            >
              <Download />
              <span className="wide-only">Télécharger</span>
            </a>
          )}
        </div>
      </div>
    </footer>
  )
}
