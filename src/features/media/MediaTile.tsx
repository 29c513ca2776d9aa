import { Heart, Play } from 'lucide-react'
import { type Media, statutMediaLabels } from '#domain/media/media.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { mediaName } from './mediaName.ts'
import { MediaImage } from './MediaImage.tsx'
import css from './Gallery.module.css'

interface Props {
  media: Media
  utilisateurId: number
  signature: string | undefined
  showsStatut: boolean
  onOpen: () => void
}

/** One media in the grid, with its statut while it is not VALIDE. */
export function MediaTile({ media, utilisateurId, signature, showsStatut, onOpen }: Props) {
  const { statut, type, favori } = media
  const { label, tone } = statutMediaLabels[statut]
  return (
    <li className={classNames(css.tile, 'on-photo')}>
      <button type="button" onClick={onOpen} data-media={media.id}>
        <MediaImage media={media} variant="thumbnail" signature={signature} alt={mediaName(media, utilisateurId)} />
        {showsStatut && statut !== 'VALIDE' && <Badge tone={tone}>{label}</Badge>}
        {type === 'VIDEO' && (
          <span className={css.tileVideo}>
            <Play />
            <span className="visually-hidden">Vidéo</span>
          </span>
        )}
        {favori && (
          <span className={css.tileHeart}>
            <Heart />
            <span className="visually-hidden">Favori</span>
          </span>
        )}
      </button>
    </li>
  )
}
