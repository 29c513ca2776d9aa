import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import type { Contributeur } from '#domain/statistique/statistique.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { agree, count, formatNumber } from '#src/ui/text/quantities.ts'
import { RecompenserSheet } from './RecompenserSheet.tsx'
import { contributeursQuery } from './recompense.queries.ts'
import css from './Recompenses.module.css'

/** Authors of an event's media, with a button to thank each. */
export function Contributeurs({ evenementId }: { evenementId: number }) {
  const query = useQuery(contributeursQuery(evenementId))
  const [thanking, setThanking] = useState<Contributeur['utilisateur']>()
  return (
    <QueryState
      query={query}
      loading={
        <LoadingBox label="Chargement des contributeurs" rows={3} height="4.25rem" radius="var(--radius-control)" />
      }
      errorMessage={phrases.erreurChargement}
      errorDetail={refusalOr(query.error, 'Impossible de charger les contributeurs.')}
    >
      {(contributeurs) => (
        <>
          {contributeurs.length === 0 && (
            <EmptyState title="Pas encore de contributeur">
              Les personnes qui déposent des photos ou des vidéos apparaissent ici.
            </EmptyState>
          )}
          <ul>
            {contributeurs.map(({ utilisateur, medias, mediasValides }) => (
              <li key={utilisateur.id} className={css.row}>
                <Avatar person={utilisateur} />
                <p className={css.who}>
                  <b>{nomComplet(utilisateur)}</b>
                  <span className="meta">
                    {count(medias, 'média', 'médias')}, dont {formatNumber(mediasValides)}{' '}
                    {agree(mediasValides, 'validé', 'validés')}
                  </span>
                </p>
                <Button onClick={() => setThanking(utilisateur)} aria-label={`Récompenser ${nomComplet(utilisateur)}`}>
                  <Gift />
                  Récompenser
                </Button>
              </li>
            ))}
          </ul>
          {thanking && (
            <RecompenserSheet evenementId={evenementId} utilisateur={thanking} onClose={() => setThanking(undefined)} />
          )}
        </>
      )}
    </QueryState>
  )
}
