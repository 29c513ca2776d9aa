import { CircleAlert, FileImage, Video, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { formatWhen } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { formatSize } from '#src/ui/text/quantities.ts'
import { canLighten, lighterOf, type Pick } from './pick.ts'
import css from './AjouterMedia.module.css'

interface Props {
  pick: Pick
  place: number
  onRemove: () => void
  onAllegee: (allegee: boolean) => void
}

/** One chosen file: thumbnail, when, size, Originale or Allégée; or why it is refused. */
export function PickRow({ pick, place, onRemove, onAllegee }: Props) {
  const { file, isVideo, refus, allegee } = pick
  const kind = isVideo ? 'Vidéo' : 'Photo'
  const name = `${kind.toLowerCase()} ${place}`
  return (
    <li className={css.pick} data-tone={refus === null ? undefined : 'red'}>
      <Thumbnail pick={pick} />
      <p className={css.pickName}>
        <b>{kind}</b>{' '}
        <span className="muted">
          {formatWhen(file.lastModified)}
          {(refus !== null || !canLighten(pick)) && `, ${formatSize(file.size)}`}
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
            { value: 'originale', label: `Originale, ${formatSize(file.size)}` },
            { value: 'allegee', label: `Allégée, ≈ ${formatSize(lighterOf(file.size))}` },
          ]}
          onChange={(value) => onAllegee(value === 'allegee')}
        />
      )}
      <IconButton name={`Retirer la ${name}`} onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  )
}

function Thumbnail({ pick: { file, isVideo } }: { pick: Pick }) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  // What the browser cannot draw (HEIC, videos) is taken all the same.
  if (isVideo || broken) return <span className={css.pickNoPhoto}>{isVideo ? <Video /> : <FileImage />}</span>
  return <img ref={image} className={css.pickPhoto} alt="" onError={() => setBroken(true)} />
}
