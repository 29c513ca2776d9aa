import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DashboardOrganisateur } from '#domain/dashboard/dashboard.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, readable } from '#src/api/entries.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { CeQuiAttend, CeQuiAttendLoading } from './CeQuiAttend.tsx'
import { countersOf, countersToCome } from './counters.ts'
import { DepotsChart } from './DepotsChart.tsx'
import { StatsLoading, Stats } from './Stats.tsx'

interface Props {
  prenom: string
  tableau: UseQueryResult<DashboardOrganisateur>
  evenements: UseQueryResult<Entry<EvenementOrganisateur>[]>
  /** The wall of the latest validated media. */
  wall: ReactNode
}

/** The four specified counters, each leading to its list, what came in by the hour, what waits, and the latest media. */
export function OrganisateurDashboardPage({ prenom, tableau, evenements, wall }: Props) {
  const own = readable(evenements.data ?? [])
  const desk = own.toSorted((a, b) => b.comptes.medias.EN_ATTENTE - a.comptes.medias.EN_ATTENTE)[0]
  const waiting = desk?.comptes.medias.EN_ATTENTE ?? 0
  const deskId = waiting > 0 ? desk?.id : undefined
  return (
    <Page title="Tableau de bord">
      <PageHead title={`Bonjour ${prenom}`}>
        {deskId !== undefined && (
          <ButtonLink
            look="primary"
            to="/organisateur/evenements/$evenementId/medias"
            params={{ evenementId: String(deskId) }}
          >
            {`Valider ${count(waiting, 'média', 'médias')}`}
          </ButtonLink>
        )}
      </PageHead>
      <QueryState
        query={tableau}
        loading={<StatsLoading counters={countersToCome} />}
        errorMessage={phrases.dashboardChargement}
      >
        {(insight) => (
          <>
            <Stats counters={countersOf(insight, deskId)} />
            <DepotsChart />
            {evenements.isLoading && <CeQuiAttendLoading />}
            {evenements.data !== undefined && (
              <CeQuiAttend evenements={own} depuis={insight.enAttenteDepuis} demandes={insight.demandesRetrait} />
            )}
            {wall}
          </>
        )}
      </QueryState>
    </Page>
  )
}
