import { useIsGuest } from '#src/api/useSession.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, validEntries } from '#src/api/entries.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { useFocusAdded } from '#src/ui/row/useFocusAdded.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { MonEvenement } from './MonEvenement.tsx'
import { type AskedParticipation, Participer } from './Participer.tsx'

interface Props {
  query: UseQueryResult<Entry<Evenement>[]>
  /** Without a valid consent nothing is loaded. */
  isAllowed: boolean
  utilisateurId: number
  coverOf: (evenement: Evenement) => ReactNode
}

const shownAtFirst = 6

/** The person's events; S'inscrire and Se désinscrire only while they are planned (specification, section 2). */
export function MesInscriptions({ query, isAllowed, ...row }: Props) {
  const [asked, setAsked] = useState<AskedParticipation | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const notePressed = useFocusAdded(list)
  return (
    <section className="stack" aria-labelledby="mes-evenements" data-of="evenements">
      <h2 id="mes-evenements">Mes événements</h2>
      {!isAllowed && <p className="meta">Sans votre consentement, vos événements ne sont pas chargés.</p>}
      {isAllowed && (
        <QueryState
          query={query}
          errorMessage={phrases.profilChargement}
          loading={<LoadingBox label="Chargement de vos événements" rows={3} height="5rem" />}
        >
          {(entries) => {
            const evenements = validEntries(entries)
            if (evenements.length === 0)
              return <EmptyState title="Aucun événement pour le moment" action={<Discover />} />
            const hidden = showsAll ? 0 : Math.max(0, evenements.length - shownAtFirst)
            return (
              <>
                <ul ref={list}>
                  {evenements.slice(0, evenements.length - hidden).map((evenement) => (
                    <MonEvenement
                      key={evenement.id}
                      evenement={evenement}
                      onAction={(action) => setAsked({ evenement, action })}
                      {...row}
                    />
                  ))}
                </ul>
                {hidden > 0 && (
                  <Button
                    look="quiet"
                    onClick={() => {
                      notePressed()
                      setShowsAll(true)
                    }}
                  >
                    Voir {count(hidden, 'autre événement', 'autres événements')}
                  </Button>
                )}
                <Discover />
              </>
            )
          }}
        </QueryState>
      )}
      {asked !== null && <Participer asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function Discover() {
  if (useIsGuest()) return null
  return (
    <ButtonLink to="/participant/decouvrir" look="quiet">
      <Compass />
      Découvrir les événements publics
    </ButtonLink>
  )
}
