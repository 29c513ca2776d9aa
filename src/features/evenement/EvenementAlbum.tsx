import { BookLock, BookOpen } from 'lucide-react'
import { useState } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { useSetGaleriePour } from './evenement.mutations.ts'

/** Opens the album of an event to its participants before its time, and closes it again; nothing for an open album. */
export function EvenementAlbum({ evenement }: { evenement: EvenementOrganisateur }) {
  const { id, galeriePour } = evenement
  // After the press the section stays: it holds the focus and leads back.
  const [before, setBefore] = useState(galeriePour)
  const setGaleriePour = useSetGaleriePour()
  const isOpen = isGalerieOuverte(evenement, useServerNow())
  if (isOpen && (before === 'PENDANT' || galeriePour !== 'PENDANT')) return null
  return (
    <section aria-labelledby="album">
      <h2 id="album">Album</h2>
      <p className="meta">
        {isOpen
          ? 'Les participants voient les photos de tous.'
          : galeriePour === 'APRES'
            ? "Les participants voient les photos de tous à la fin de l'événement. D'ici là, les leurs."
            : 'Les participants ne voient que leurs photos.'}
      </p>
      <Button
        busy={setGaleriePour.isPending}
        onClick={() => {
          if (!isOpen) setBefore(galeriePour)
          setGaleriePour.mutate({ id, galeriePour: isOpen ? before : 'PENDANT', before: galeriePour })
        }}
      >
        {isOpen ? <BookLock /> : <BookOpen />}
        {isOpen ? "Refermer l'album" : "Ouvrir l'album maintenant"}
      </Button>
    </section>
  )
}
