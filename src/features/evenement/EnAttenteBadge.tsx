import { statutInscriptionLabels } from '#domain/inscription/inscription.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'

/** On an event whose organiser has not validated the person's registration. */
export function EnAttenteBadge() {
  return <Badge tone={statutInscriptionLabels.EN_ATTENTE.tone}>Inscription en attente</Badge>
}
