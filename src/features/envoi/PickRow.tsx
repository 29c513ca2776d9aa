import { CircleAlert, Scissors, X } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { lighterOf } from '#upload-queue/compress/lighterSize.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { formatWhen } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { formatSize } from '#src/ui/text/quantities.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { filmLength } from '#src/pwa/video/filmLength.ts'
import { fileDate, takenAt } from '#src/pwa/queue/takenAt.ts'
import { canLighten, type ChosenFile } from './pick.ts'
import { clockTime } from '#src/ui/text/clockTime.ts'
import { PickThumbnail } from './PickThumbnail.tsx'
import css from './AjouterMedia.module.css'

interface Props {
  pick: ChosenFile
  place: number
  onRemove: (id: string) => void
  onAllegee: (id: string, allegee: boolean) => void
  /** Asks which part of the video to send. */
  onTrim: (id: string) => void
}

/** One chosen file: thumbnail, date, length of a video, size, Originale or Allégée; when refused, its name and the reason. */
export const PickRow = memo(function PickRow({ pick, place, onRemove, onAllegee, onTrim }: Props) {
  const { id, file, size, isVideo, refus, allegee, canTrim = false, trimmed } = pick
  const kind = isVideo ? 'Vidéo' : 'Photo'
  const name = `${kind.toLowerCase()} ${place}`
  const captured = useTakenAt(file)
  const [drawn, setDrawn] = useState<File>()
  // The length of a part is said by its begin and its end.
  const length = isVideo && drawn === file && !trimmed ? filmLength(file) : null
  const fuseau = useFuseau()
  return (
    <li className={css.pick} data-tone={refus === null ? undefined : 'red'}>
      <PickThumbnail key={trimmed && `${trimmed.begin} ${trimmed.end}`} pick={pick} onDrawn={setDrawn} />
      <p className={css.pickName}>
        {/* Several files may be refused for the same reason: the name distinguishes them. */}
        <b>{refus === null ? kind : file.name}</b>{' '}
        <span className="muted">
          {formatWhen(captured, fuseau)}
          {length !== null && `, durée ${clockTime(length)}`}
          {trimmed && `, extrait de ${clockTime(trimmed.begin)} à ${clockTime(trimmed.end)}`}
          {(refus !== null || !canLighten(pick)) && `, ${formatSize(size)}`}
        </span>
      </p>
      {refus !== null && (
        <p className={css.pickRefusal}>
          <CircleAlert className="icon--small" />
          {french(refus)}
        </p>
      )}
      {refus === null && canLighten(pick) && (
        <Segmented
          label={`Qualité de la ${name}`}
          value={allegee ? 'allegee' : 'originale'}
          options={[
            { value: 'originale', label: `Originale, ${formatSize(size)}` },
            { value: 'allegee', label: `Allégée, ≈ ${formatSize(lighterOf(size))}` },
          ]}
          onChange={(value) => onAllegee(id, value === 'allegee')}
        />
      )}
      {(canTrim || trimmed) && (
        <Button className={css.pickTrim} onClick={() => onTrim(id)}>
          <Scissors />
          {trimmed ? "Changer l'extrait" : 'Raccourcir la vidéo'}
          <span className="visually-hidden"> {place}</span>
        </Button>
      )}
      <IconButton {...rowAction('retirer-choix')} name={`Retirer la ${name}`} onClick={() => onRemove(id)}>
        <X />
      </IconButton>
    </li>
  )
})

/** When a chosen file was taken, milliseconds since 1970: the file's date until its EXIF date is read. */
function useTakenAt(file: File): number {
  const [instant, setInstant] = useState(() => fileDate(file))
  useEffect(() => {
    const unmounted = new AbortController()
    const read = async () => {
      const taken = await takenAt(file)
      if (!unmounted.signal.aborted) setInstant(taken)
    }
    void read()
    return () => unmounted.abort()
  }, [file])
  return instant
}
