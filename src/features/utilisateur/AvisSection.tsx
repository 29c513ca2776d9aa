import { noop, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Switch } from '#src/ui/field/Switch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, SkeletonOf } from '#src/ui/state/Skeleton.tsx'
import { preferencesAvisQuery, useChangePreferencesAvis } from './avis.queries.ts'

interface Props {
  /** Further notification channels, each with its own switch. */
  children?: ReactNode
}

const words = {
  label: 'Par e-mail',
  hint: "Validations, invitations, changements : un seul message par événement et par quart d'heure. Tout reste aussi dans l'application.",
}

/** Notification channels outside the app (product 32). */
export function AvisSection({ children }: Props) {
  const query = useQuery(preferencesAvisQuery)
  const change = useChangePreferencesAvis()
  const onlineOnly = useOnlineOnly()
  return (
    <section className="stack" style={{ '--gap': 'var(--space-2)' }} aria-labelledby="avis">
      <h2 id="avis">Notifications</h2>
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={
          <Loading label="Chargement de vos préférences">
            <SkeletonOf>
              <Switch {...words} checked={false} onChange={noop} />
            </SkeletonOf>
          </Loading>
        }
      >
        {({ courriel }) => (
          <Switch
            {...words}
            checked={courriel}
            {...onlineOnly}
            onChange={(next) => change.mutate({ courriel: next })}
          />
        )}
      </QueryState>
      {children}
    </section>
  )
}
