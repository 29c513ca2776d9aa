import type { UseQueryResult } from '@tanstack/react-query'
import { Images, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardOrganisateur } from '#domain/dashboard/dashboard.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, validEntries } from '#src/api/entries.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { Figures } from '#src/ui/figures/Figures.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { count } from '#src/ui/text/quantities.ts'
import { CeQuiAttend, CeQuiAttendLoading } from './CeQuiAttend.tsx'
import { countersOf } from './counters.ts'
import { DepotsChart } from './DepotsChart.tsx'
import css from './OrganisateurDashboard.module.css'

interface Props {
  /** Of the signed-in organiser. */
  prenom: string
  tableau: UseQueryResult<DashboardOrganisateur>
  evenements: UseQueryResult<Entry<EvenementOrganisateur>[]>
  /** The wall of the latest validated media. */
  wall: ReactNode
}

/** Pending tasks and uploads per hour, beside them the latest media, and the four specified counters at the bottom. */
export function OrganisateurDashboardPage({ prenom, tableau, evenements, wall }: Props) {
  return (
    // One page element for both: it gets the focus after the navigation, and would lose it when it is replaced.
    <Page title="Tableau de bord">
      {evenements.data?.length === 0 ? (
        <FirstEvenement prenom={prenom} />
      ) : (
        <Tableau tableau={tableau} evenements={evenements} wall={wall} />
      )}
    </Page>
  )
}

/** Before the first event: one sentence and one button. */
function FirstEvenement({ prenom }: Pick<Props, 'prenom'>) {
  return (
    <EmptyState
      title={`Bonjour ${prenom}`}
      heading="h1"
      action={
        <ButtonLink to="/organizer/evenements" search={{ modifier: 'nouveau' }} look="primary">
          <Plus />
          Créer un événement
        </ButtonLink>
      }
    >
      Un titre et une date suffisent : votre QR code est prêt dans la minute.
    </EmptyState>
  )
}

function Tableau({ tableau, evenements, wall }: Omit<Props, 'prenom'>) {
  const own = validEntries(evenements.data ?? [])
  const desk = own.toSorted((a, b) => b.comptes.medias.EN_ATTENTE - a.comptes.medias.EN_ATTENTE)[0]
  const waiting = desk?.comptes.medias.EN_ATTENTE ?? 0
  const deskId = waiting > 0 ? desk?.id : undefined
  return (
    <>
      <PageHead title="Tableau de bord">
        {deskId === undefined ? (
          <span className={css.noDesk} />
        ) : (
          // On a phone the bottom bar and the first lines of the page lead to the desk.
          <ButtonLink
            look="primary"
            className="wide-only"
            to="/organisateur/evenements/$evenementId/medias"
            params={{ evenementId: deskId }}
          >
            <Images />
            Valider {count(waiting, 'média', 'médias')}
          </ButtonLink>
        )}
      </PageHead>
      <QueryState query={tableau} loading={loading} errorMessage={phrases.dashboardChargement}>
        {(insight) =>
          evenements.isLoading ? (
            loading
          ) : (
            <div className={css.columns}>
              <div className={css.waits}>
                {evenements.data !== undefined && (
                  <CeQuiAttend evenements={own} depuis={insight.enAttenteDepuis} demandes={insight.demandesRetrait} />
                )}
              </div>
              <div className={css.latest}>{wall}</div>
              <div className={css.hours}>
                <DepotsChart />
              </div>
              <div className={css.counters}>
                <Figures look="line" figures={countersOf(insight, deskId)} />
              </div>
            </div>
          )
        }
      </QueryState>
    </>
  )
}

const loading = (
  <div className={classNames(css.columns, css.loading)}>
    <div className={css.waits}>
      <CeQuiAttendLoading />
    </div>
    <div className={css.latest}>
      <Skeleton height="19rem" />
    </div>
  </div>
)
