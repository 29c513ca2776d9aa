import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, readable } from '#src/api/entries.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { useParticiper } from './inscription.queries.ts'
import { MonEvenement, type Wish } from './MonEvenement.tsx'
import { RegisterSheet } from './RegisterSheet.tsx'

interface Props {
  query: UseQueryResult<Entry<Evenement>[]>
  /** Without a valid consent nothing is loaded. */
  isAllowed: boolean
  utilisateurId: number
  coverOf: (evenement: Evenement) => ReactNode
}

type Asked = { evenement: Evenement; wish: Wish } | null
const shownAtFirst = 6

/** My events on the profile: S'inscrire and Se désinscrire only while they are planned (specification, section 2). */
export function MesInscriptions({ query, isAllowed, ...row }: Props) {
  const [asked, setAsked] = useState<Asked>(null)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <section className="stack" aria-labelledby="mes-evenements">
      <h2 id="mes-evenements">Mes événements</h2>
      {!isAllowed && <p className="meta">Sans votre consentement, vos événements ne sont pas chargés.</p>}
      {isAllowed && (
        <QueryState query={query} errorMessage={phrases.profilChargement} loading={<MesInscriptionsLoading />}>
          {(entries) => {
            const evenements = readable(entries)
            if (evenements.length === 0) return <EmptyState title="Aucun événement pour le moment" />
            const hidden = showsAll ? 0 : Math.max(0, evenements.length - shownAtFirst)
            return (
              <>
                <ul>
                  {evenements.slice(0, evenements.length - hidden).map((evenement) => (
                    <MonEvenement
                      key={evenement.id}
                      evenement={evenement}
                      onWish={(wish) => setAsked({ evenement, wish })}
                      {...row}
                    />
                  ))}
                </ul>
                {hidden > 0 && (
                  <Button look="quiet" onClick={() => setShowsAll(true)}>
                    Voir {count(hidden, 'autre événement', 'autres événements')}
                  </Button>
                )}
              </>
            )
          }}
        </QueryState>
      )}
      {asked !== null && <Question asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function Question({ asked: { evenement, wish }, onClose }: { asked: NonNullable<Asked>; onClose: () => void }) {
  const participer = useParticiper()
  const { id: evenementId, titre } = evenement
  if (wish === 'inscrire')
    return (
      <RegisterSheet
        titre={titre}
        busy={participer.isPending}
        onClose={onClose}
        onConfirm={(typeParticipation) => participer.mutate({ evenementId, typeParticipation }, { onSettled: onClose })}
      />
    )
  return (
    <ConfirmDialog
      title="Se désinscrire"
      question={`Vous ne participerez plus à ${titre}. Vous pourrez vous réinscrire tant que l'événement n'a pas commencé.`}
      confirm="Se désinscrire"
      busy={participer.isPending}
      onCancel={onClose}
      onConfirm={() => participer.mutate({ evenementId, typeParticipation: null }, { onSettled: onClose })}
    />
  )
}

function MesInscriptionsLoading() {
  return (
    <Loading label="Chargement de vos événements">
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        {[1, 2].map((n) => (
          <Skeleton key={n} height="5rem" />
        ))}
      </div>
    </Loading>
  )
}
