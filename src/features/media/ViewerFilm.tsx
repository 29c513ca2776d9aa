import { memo } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { priseOf } from './galleryMoments.ts'
import { MediaImage } from './MediaImage.tsx'
import { mediaName } from './mediaName.ts'
import css from './ViewerFilm.module.css'

interface Props {
  entrees: readonly EntreeGalerie[]
  /** Index of the photo shown. */
  index: number
  utilisateurId: number
  signature: string | undefined
  onOpen: (id: number) => void
}

/** Thumbnails on each side of the photo shown; more do not fit beside the author and the actions. */
const reach = 6

/** Thumbnails around the photo shown, on wide screens; only these are in the DOM. */
export const ViewerFilm = memo(function ViewerFilm({ entrees, index, utilisateurId, signature, onOpen }: Props) {
  const fuseau = useFuseau()
  const first = Math.max(0, index - reach)
  return (
    <ul className={css.film} aria-label="Photos voisines">
      {entrees.slice(first, index + reach + 1).map((entree, n) => {
        const { id, type, apercu } = entree
        const name = mediaName({ ...entree, datePrise: priseOf(entree) }, utilisateurId, fuseau)
        const isShown = first + n === index
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={isShown || undefined}
              // One tab stop: arrow keys reach the others (roving tabindex).
              tabIndex={isShown ? 0 : -1}
              onClick={() => onOpen(id)}
            >
              <MediaImage
                media={{ id, type, apercu, thumbhash: null }}
                variant="thumbnail"
                signature={signature}
                alt={name}
                lazy={false}
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
})
