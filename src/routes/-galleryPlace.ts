import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import * as v from 'valibot'
import { filtresGalerie } from '#src/features/media/galleryFilterNames.ts'
import type { GalleryProps } from '#src/features/media/Gallery.tsx'
import { searchParam } from './-searchParam.ts'

/** The filter of a gallery and the media in the viewer, stored in the URL: the back button closes the viewer. */
export const gallerySearch = v.object({
  media: searchParam(v.number()),
  filtre: searchParam(v.picklist(filtresGalerie)),
  auteur: searchParam(v.number()),
  jour: searchParam(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))),
})
type GallerySearch = v.InferOutput<typeof gallerySearch>

/** The same on a participant's event, which can open the sheet "Ajouter un média". */
export const evenementSearch = v.object({ ...gallerySearch.entries, ajouter: searchParam(v.boolean()) })
export type EvenementSearch = v.InferOutput<typeof evenementSearch>

/** The gallery's props from the URL. */
export function useGalleryPlace(
  search: GallerySearch,
): Pick<GalleryProps, 'openId' | 'onOpen' | 'filter' | 'onFilter'> {
  const navigate = useNavigate()
  const router = useRouter()
  const wasOpenedHere = useRef(false)
  const { media, filtre = 'TOUS', auteur, jour } = search
  const go = (next: GallerySearch, how: { replace: boolean; viewTransition?: boolean }) =>
    void navigate({ to: '.', search: next, resetScroll: false, ...how })
  const close = () => {
    if (wasOpenedHere.current) {
      // One history entry for the viewer, not one per photo.
      wasOpenedHere.current = false
      router.history.back()
    } else go({ ...search, media: undefined }, { replace: true })
  }
  return {
    openId: media,
    onOpen: (next) => {
      if (next === undefined) {
        close()
        return
      }
      if (media === undefined) wasOpenedHere.current = true
      go(
        { ...search, media: next },
        { replace: media !== undefined, viewTransition: media === undefined && wantsMotion() },
      )
    },
    filter: { filtre, auteur, jour },
    onFilter: (change) => {
      const wanted = { filtre, auteur, jour, ...change }
      go({ ...wanted, filtre: wanted.filtre === 'TOUS' ? undefined : wanted.filtre }, { replace: true })
    },
  }
}

function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
