import type { UseQueryResult } from '@tanstack/react-query'
import type { InsightParticipant } from '#domain/dashboard/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Figures } from '#src/ui/figures/Figures.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { Loading } from '#src/ui/state/Skeleton.tsx'
import { contributionsOf, contributionsToCome } from './counters.ts'
import css from './Tableau.module.css'

interface Props {
  prenom: string
  /** The current event, with its main action. */
  feature: ReactNode
  invitations: ReactNode
  areInvitationsLoading: boolean
  /** Their media by statut; hidden when it cannot be loaded. */
  insight: Pick<UseQueryResult<InsightParticipant>, 'data' | 'isLoading'>
  /** Rewards from organisers. */
  recompenses: ReactNode
  /** What waits on this device: "3 photos en attente"; null when nothing does. */
  pending: string | null
  /** The wall of the latest media of their albums. */
  wall: ReactNode
}

/** The current event, invitations, unsent photos, the latest photos. What follows the invitations waits for them. */
export function ParticipantDashboardPage({
  prenom,
  feature,
  invitations,
  areInvitationsLoading,
  recompenses,
  insight,
  pending,
  wall,
}: Props) {
  return (
    <Page title="Tableau de bord">
      <PageHead title={`Bonjour ${prenom}`} />
      <div className={css.page}>
        <div className={css.now}>
          {feature}
          <div className="stack">
            <Link to="/participant/envois" className={css.wait}>
              <span>
                <b>{pending ?? 'Rien à envoyer'}</b>
                <br />
                Vos envois et leurs reçus
              </span>
              <ChevronRight />
            </Link>
            {insight.isLoading && (
              <Loading label="Chargement du tableau de bord">
                <Figures look="large" figures={contributionsToCome} loading />
              </Loading>
            )}
            {insight.data && <Figures look="large" figures={contributionsOf(insight.data)} />}
            {invitations}
            {!areInvitationsLoading && (
              <>
                {recompenses}
                <ButtonLink to="/participant/evenements">Tous mes événements</ButtonLink>
              </>
            )}
          </div>
        </div>
        {!areInvitationsLoading && wall}
      </div>
    </Page>
  )
}
