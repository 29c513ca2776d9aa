import { Link } from '@tanstack/react-router'
import type { Lien } from '#domain/lien/lien.ts'
import { count } from '#src/ui/text/quantities.ts'

interface Props {
  evenementId: number
  lien: Lien
}

/** How many people came by a link, and the way to their registrations. */
export function LienArrivees({ evenementId, lien: { id, arrivees } }: Props) {
  const words = count(arrivees, 'arrivée', 'arrivées')
  if (arrivees === 0) return words
  return (
    <Link to="/organisateur/evenements/$evenementId/participants" params={{ evenementId }} search={{ lien: id }}>
      {words}
    </Link>
  )
}
