import { useQuery } from '@tanstack/react-query'
import { type Consentement, isConsentementValide, statutConsentementLabels } from '#domain/consentement/consentement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { ConsentementDonne } from './ConsentementDonne.tsx'
import { ConsentementHistorique } from './ConsentementHistorique.tsx'
import { ConsentementPoints } from './ConsentementPoints.tsx'
import { ConsentementRedonner } from './ConsentementRedonner.tsx'
import { consentementQuery, reponsesQuery, useRevoquer } from './consentement.queries.ts'
import css from './Consentement.module.css'

/** The consent on the profile page: its state, its revocation while it is ACTIF, and the form to give it again. */
export function ConsentementSection() {
  const query = useQuery(consentementQuery)
  const revoquer = useRevoquer()
  const latest = useQuery(reponsesQuery).data?.[0] ?? revoquer.data ?? null
  return (
    <section className="card card--padded stack" aria-labelledby="consentement">
      <header className={css.head}>
        <h2 id="consentement">Consentement RGPD</h2>
        {query.data !== undefined && <Statut consentement={query.data ?? latest} />}
      </header>
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={<LoadingBox label="Chargement du consentement" height="21.5rem" />}
      >
        {(consentement) => (
          <>
            <ConsentementPoints />
            {consentement && isConsentementValide(consentement) ? (
              <ConsentementDonne consentement={consentement} revoquer={revoquer} />
            ) : (
              <ConsentementRedonner />
            )}
            <ConsentementHistorique />
          </>
        )}
      </QueryState>
    </section>
  )
}

function Statut({ consentement }: { consentement: Consentement | null }) {
  const { tone, label } = consentement?.consentementDonne ? statutConsentementLabels[consentement.statut] : none
  return <Badge tone={tone}>{label}</Badge>
}

const none = { label: 'Non donné', tone: 'gray' } as const
