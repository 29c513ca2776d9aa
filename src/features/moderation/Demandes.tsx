import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { refusalOr } from '#src/api/apiError.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { DemandeCard } from './DemandeCard.tsx'
import { demandesQuery } from './desk.queries.ts'
import css from './Demandes.module.css'
import layout from './Desk.module.css'

/** Removal requests of people shown on media: pending ones first, then answered ones. */
export function Demandes({ evenementId }: { evenementId: number }) {
  const query = useQuery(demandesQuery(evenementId))
  const signature = useSignature(evenementId, (query.data?.length ?? 0) > 0)
  return (
    <main className={layout.demandes} id="contenu" tabIndex={-1}>
      <QueryState
        query={query}
        errorMessage={refusalOr(query.error, 'Impossible de charger les demandes de retrait.')}
        loading={<LoadingBox label="Chargement des demandes de retrait" className={css.list} rows={2} height="10rem" />}
      >
        {(demandes) => {
          const waiting = demandes.filter(({ statut }) => statut === 'EN_ATTENTE')
          const answered = demandes.filter(({ statut }) => statut !== 'EN_ATTENTE')
          return (
            <div className={css.list}>
              {waiting.length === 0 ? (
                <EmptyState icon={<Flag />} title="Aucune demande de retrait en attente">
                  Une personne visible sur une photo peut demander son retrait. Sa demande arrive ici.
                </EmptyState>
              ) : (
                <h2>{count(waiting.length, 'demande de retrait en attente', 'demandes de retrait en attente')}</h2>
              )}
              {waiting.map((demande) => (
                <DemandeCard key={demande.id} demande={demande} evenementId={evenementId} signature={signature} />
              ))}
              {answered.length > 0 && <h2>Demandes traitées</h2>}
              {answered.map((demande) => (
                <DemandeCard key={demande.id} demande={demande} evenementId={evenementId} signature={signature} />
              ))}
            </div>
          )
        }}
      </QueryState>
    </main>
  )
}
