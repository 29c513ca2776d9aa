import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { NetworkError, refusalOr } from '#src/api/apiError.ts'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { ConsentementDialog } from './ConsentementDialog.tsx'
import { ConsentementRefuse } from './ConsentementRefuse.tsx'
import { consentementQuery } from './consentement.queries.ts'

interface Props {
  title: string
  /** The button that signs a person out who refuses. */
  logout: ReactNode
  children: ReactNode
}

/**
 * Renders its children only with a valid consent (specification, section 4): until then none of their data is loaded,
 * and a modal dialog that cannot be closed asks for the consent.
 */
export function ConsentementGate({ title, logout, children }: Props) {
  const query = useQuery(consentementQuery)
  const [refused, setRefused] = useState(false)
  if (isConsentementValide(query.data)) return children
  return (
    <Page title={title}>
      <PageHead title={title} />
      <QueryState
        query={query}
        {...(query.error instanceof NetworkError && { errorDetail: query.error.message })}
        errorMessage={refusalOr(query.error, 'Impossible de charger votre consentement.')}
        loading={<LoadingBox label="Chargement" height="20rem" radius="var(--radius-card)" />}
      >
        {() =>
          refused ? (
            <ConsentementRefuse logout={logout} onReview={() => setRefused(false)} />
          ) : (
            <ConsentementDialog onRefused={() => setRefused(true)} />
          )
        }
      </QueryState>
    </Page>
  )
}
