import { Download, Share2, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { type Media, type StatutMedia, statutMediaWords } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayTime, formatShortDayTime, formatWhen, zoneSuffix } from '#src/ui/text/dates.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { french } from '#src/ui/text/french.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { priseOf } from './galleryMoments.ts'
import type { Missing } from './useLargePicture.ts'
import css from './ViewerFoot.module.css'

interface Props {
  entree: EntreeGalerie
  /** Its row, once loaded. */
  ligne: Media | undefined
  showsRaison: boolean
  /** Whether the viewer's user added it. */
  isOwn: boolean
  /** Why the large picture is not shown. */
  missing: Missing | null
  onRetry: () => void
  onDownload: (() => void) | undefined
  onShare: (() => void) | undefined
  isSharing: boolean
  /** The organiser's decision buttons, in place of the others; undefined for participants. */
  decide: ReactNode
  /** Undo for the last decision. */
  undo: ReactNode
  /** The thumbnails of the neighbours, on a wide screen. */
  children: ReactNode
}

/** Author, date, problems and actions of the media. */
export function ViewerFoot({ entree, ligne, showsRaison, isOwn, missing, children, ...actions }: Props) {
  const { onRetry, onDownload, onShare, isSharing, decide, undo } = actions
  const { auteur, statut } = entree
  const prise = new Date(ligne?.datePrise ?? priseOf(entree))
  const raison = ligne?.raison ?? null
  const fuseau = useFuseau()
  return (
    <footer className={classNames(css.foot, 'on-photo')} data-over="foot">
      <div className={css.notes}>
        {showsRaison && statut === 'REJETE' && raison !== null && (
          <p className={css.note}>
            <span>
              <b>Rejetée{'\u202F'}:</b> {raison}
            </span>
          </p>
        )}
        {statut === 'SUPPRIME' && <p className={css.note}>Retirée par l'organisateur.</p>}
        <Status>
          {missing !== null && (
            <div className={css.note}>
              <WifiOff />
              <p>{french(missingWords(missing))}</p>
              {missing.cause === 'server' && <Button onClick={onRetry}>{phrases.reessayer}</Button>}
            </div>
          )}
        </Status>
        {undo}
      </div>
      <div className={css.who} data-decides={decide !== undefined || undefined}>
        <div className={css.name}>
          <Avatar person={auteur} />
          <p>
            <b>{isOwn ? 'Vous' : nomComplet(auteur)}</b>
            <br />
            <time dateTime={prise.toISOString()}>
              {decide === undefined ? formatDayTime(prise, fuseau) : formatShortDayTime(prise, fuseau)}
              {zoneSuffix(prise, fuseau)}
            </time>
            {decide !== undefined && <Said statut={statut} decidedAt={ligne?.dateValidation ?? null} />}
          </p>
        </div>
        {decide ?? (
          <>
            {children}
            <div className={css.actions}>
              {onShare && (
                <IconButton name="Partager" aria-busy={isSharing || undefined} onClick={onShare}>
                  <Share2 />
                </IconButton>
              )}
              {onDownload && (
                <IconButton name="Télécharger" onClick={onDownload}>
                  <Download />
                </IconButton>
              )}
            </div>
          </>
        )}
      </div>
    </footer>
  )
}

function missingWords({ cause, hasSmall }: Missing): string {
  if (cause === 'network')
    return hasSmall
      ? 'Hors ligne : petite image. La grande viendra avec le réseau.'
      : 'Hors ligne : la photo viendra avec le réseau.'
  return hasSmall ? "Petite image : la grande n'est pas arrivée." : "La photo n'est pas arrivée."
}

/** ", validée à 21:14". @param decidedAt null while the decision waits on this device */
function Said({ statut, decidedAt }: { statut: StatutMedia; decidedAt: string | null }) {
  const fuseau = useFuseau()
  return (
    <>
      ,{' '}
      <span className={css.said} data-statut={statut}>
        {statutMediaWords[statut]}
      </span>
      {statut !== 'EN_ATTENTE' && decidedAt !== null && ` ${formatWhen(decidedAt, fuseau, serverNow())}`}
    </>
  )
}
