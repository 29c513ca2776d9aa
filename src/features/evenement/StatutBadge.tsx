import { type StatutEvenement, statutEvenementLabels } from '#domain/evenement/evenement.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'

export function StatutBadge({ statut }: { statut: StatutEvenement }) {
  const { label, tone } = statutEvenementLabels[statut]
  return (
    <Badge tone={tone} live={statut === 'EN_COURS'}>
      {label}
    </Badge>
  )
}
