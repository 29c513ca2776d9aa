import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { GalleryProps } from '#src/features/media/galleryProps.ts'
import type { GallerySearch } from './-gallerySearch.ts'

/** The gallery's props from the URL. */
export function useGalleryProps(
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
