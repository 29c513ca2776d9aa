import { ArrowLeft } from 'lucide-react'
import { IconLink } from '#src/ui/button/IconLink.tsx'

/** Back link of the desk, which has no navigation rail. */
export function BackToEvenement({ evenementId }: { evenementId: number }) {
  return (
    <IconLink name="Retour à l'événement" to="/organizer/evenements/$id" params={{ id: String(evenementId) }}>
      <ArrowLeft />
    </IconLink>
  )
}
