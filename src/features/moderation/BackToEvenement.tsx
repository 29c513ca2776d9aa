import { ArrowLeft } from 'lucide-react'
import { IconLink } from '#src/ui/button/IconLink.tsx'

export function BackToEvenement({ evenementId }: { evenementId: number }) {
  return (
    <IconLink name="Retour à l'événement" to="/organizer/evenements/$id" params={{ id: evenementId }}>
      <ArrowLeft />
    </IconLink>
  )
}
