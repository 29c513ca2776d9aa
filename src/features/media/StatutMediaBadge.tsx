import { type StatutMedia, statutMediaLabels, statutMediaWords } from '#domain/media/media.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'

export function StatutMediaBadge({ statut }: { statut: StatutMedia }) {
  const [first = '', ...rest] = statutMediaWords[statut]
  return <Badge tone={statutMediaLabels[statut].tone}>{first.toUpperCase() + rest.join('')}</Badge>
}
