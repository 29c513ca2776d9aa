import { Heart, Play } from 'lucide-react'
import { memo } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { priseOf } from './galleryMoments.ts'
import { mediaName } from './mediaName.ts'
import { MediaImage } from './MediaImage.tsx'
import { StatutMediaBadge } from './StatutMediaBadge.tsx'
import css from './Gallery.module.css'

interface Props {
  entree: EntreeGalerie
  thumbhash: string | null
  utilisateurId: number
  signature: string | undefined
  showsStatut: boolean
  /** The one tile of the gallery in the tab order; arrow keys reach the others (roving tabindex). */
  isTabStop: boolean
  /** Whether this device's own picture is shown below until the server's has loaded. */
  hasStandIn: boolean
  onOpen: (id: number) => void
}

/** One media in the grid, with its statut while it is not VALIDE. */
export const MediaTile = memo(function MediaTile(props: Props) {
  const { entree, thumbhash, utilisateurId, signature, showsStatut, isTabStop, hasStandIn, onOpen } = props
  const { id, statut, type, favori, auteur, apercu } = entree
  const fuseau = useFuseau()
  return (
    <button
      type="button"
      className="picture-control"
      onClick={() => onOpen(id)}
      data-media={id}
      tabIndex={isTabStop ? 0 : -1}
    >
      <MediaImage
        media={{ id, type, apercu, thumbhash }}
        variant="thumbnail"
        signature={signature}
        alt={mediaName({ type, auteur, datePrise: priseOf(entree) }, utilisateurId, fuseau)}
        lazy={false}
        hasStandIn={hasStandIn}
      />
      {showsStatut && statut !== 'VALIDE' && <StatutMediaBadge statut={statut} />}
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
  )
})
