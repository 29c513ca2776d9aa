import { useRef } from 'react'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { type GalleryView, useGalleryShape } from './useGalleryShape.ts'
import css from './Gallery.module.css'

/** Nine placeholders. Also measures the width, so that the grid that follows renders without measuring. */
export function GalleryLoading({ view = 'colonnes' }: { view?: GalleryView }) {
  const box = useRef<HTMLDivElement>(null)
  useGalleryShape(box, view)
  return (
    <Loading label="Chargement de la galerie">
      <div ref={box} className={css.galleryWaits}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
          <Skeleton key={n} height="100%" />
        ))}
      </div>
    </Loading>
  )
}
