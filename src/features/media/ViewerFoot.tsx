import { Download, Flag, Trash2 } from 'lucide-react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { buttonClass } from '#src/ui/button/buttonClass.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime } from '#src/ui/text/dates.ts'
import { priseOf } from './galleryMoments.ts'
import css from './Viewer.module.css'

interface Props {
  entree: EntreeGalerie
  /** Its row, once it is there. */
  ligne: Media | undefined
  signature: string | undefined
  showsRaison: boolean
  onDelete: (() => void) | undefined
  onRetrait: (() => void) | undefined
}

/** Who took it and when, why it was rejected, and what can be done with it. */
export function ViewerFoot({ entree, ligne, signature, showsRaison, onDelete, onRetrait }: Props) {
  const { auteur, statut } = entree
  const prise = new Date(ligne?.datePrise ?? priseOf(entree))
  const raison = ligne?.raison ?? null
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
          <time className="small" dateTime={prise.toISOString()}>
            {formatDayTime(prise)}
          </time>
        </p>
        <div className={classNames('push', css.viewerActions)}>
          {onRetrait && (
            <Button aria-label="Je suis dessus, demander le retrait" onClick={onRetrait}>
              <Flag />
              <span className="wide-only">Je suis dessus</span>
            </Button>
          )}
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
              href={mediaUrl(entree.id, 'original', signature)}
              download={ligne?.nomFichier ?? ''}
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
