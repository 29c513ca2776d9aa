import { Check, FileImage, Heart, Play, Video, X } from 'lucide-react'
import { useState } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useBlur } from '#src/ui/blur/useBlur.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { type DeskItem, isOpen, itemName } from './deskItems.ts'
import css from './DeskThumb.module.css'

interface Props {
  item: DeskItem
  signature: string | undefined
  /** False while the list scrolls fast: only the blurred preview is shown. */
  isShown?: boolean
}

/** A thumbnail over its blurred preview, marked with the decision. */
export function DeskThumb({ item, signature, isShown = true }: Props) {
  const { media, statut } = item
  // A loaded picture keeps its URL: a new signature every few minutes would load the same pixels again.
  const [loaded, setLoaded] = useState<string>()
  const wanted = signature === undefined || !isShown ? undefined : mediaUrl(media.id, 'thumbnail', signature)
  const [failed, setFailed] = useState<string>()
  // Retry a failed picture when the network is back.
  const attempt = `${useOnline()} ${useReachable()}`
  const asked = media.apercu ? (loaded ?? wanted) : undefined
  const source = failed === `${asked} ${attempt}` ? undefined : asked
  const blur = useBlur(media.thumbhash, loaded === undefined)
  // The preview's aspect ratio is approximate: it would show beside a whole picture that does not fill its cell.
  const isBlurred = blur !== undefined && (source === undefined || loaded !== source)
  const Missing = media.type === 'VIDEO' ? Video : FileImage
  const fuseau = useFuseau()
  const name = `${itemName(item, fuseau)}${media.favori ? ', favori' : ''}`
  return (
    <span
      className={css.thumb}
      data-statut={statut}
      style={{ backgroundImage: isBlurred ? `url("${blur}")` : undefined }}
    >
      {source === undefined ? (
        <span className="visually-hidden">{name}</span>
      ) : (
        <img
          src={source}
          alt={name}
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(source)}
          onError={() => setFailed(`${source} ${attempt}`)}
        />
      )}
      {!media.apercu && <Missing className={css.missing} />}
      {media.type === 'VIDEO' && media.apercu && <Play className={css.film} />}
      {media.favori && <Heart className={css.heart} />}
      {!isOpen(item) && <span className={css.mark}>{statut === 'VALIDE' ? <Check /> : <X />}</span>}
    </span>
  )
}
