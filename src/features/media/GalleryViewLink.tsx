import { LayoutDashboard } from 'lucide-react'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import type { GalleryView } from './useGalleryShape.ts'

/** Link between the three columns and the album, on screens wide enough for both. */
export function GalleryViewLink({ evenementId, view }: { evenementId: number; view: GalleryView }) {
  const params = { id: evenementId }
  const search = true
  return view === 'album' ? (
    <ButtonLink
      to="/participant/evenements/$id"
      params={params}
      search={search}
      className="wide-only"
      resetScroll={false}
    >
      Trois colonnes
    </ButtonLink>
  ) : (
    <ButtonLink
      to="/participant/evenements/$id/medias"
      params={params}
      search={search}
      className="wide-only"
      resetScroll={false}
    >
      <LayoutDashboard />
      Vue album
    </ButtonLink>
  )
}
