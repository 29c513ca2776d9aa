import type { UseQueryResult } from '@tanstack/react-query'
import { Info, TriangleAlert } from 'lucide-react'
import { canCreateOneMore, planLabels, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { activeCount } from './evenementFilter.ts'
import { PlanGauges } from './PlanGauges.tsx'
import css from './OrganisateurEvenements.module.css'

interface Props {
  limits: UseQueryResult<PlanLimits>
  evenements: readonly EvenementOrganisateur[]
  /** The events are still loading. */
  isCounting: boolean
  /** The payment of the plan is late: its limits come back once it is paid, so no other plan is offered. */
  isSuspended: boolean
}

/** Gauges of the plan, and a warning when the limit of events is reached. Limits that cannot be loaded do not block. */
export function PlanBox({ limits, evenements, isCounting, isSuspended }: Props) {
  if (limits.isLoading || isCounting)
    return <LoadingBox label="Chargement de votre plan" className={css.planWait} radius="var(--radius-card)" />
  if (limits.isError && limits.data === undefined)
    return (
      <Banner tone="gray" icon={<Info />} className={css.planUnknown}>
        {phrases.limitesErreurVotre}
      </Banner>
    )
  if (limits.data === undefined) return null
  const { plan, max_evenements_actifs: max, commission_pourcent } = limits.data
  const active = activeCount(evenements)
  return (
    <section className={classNames(css.plan, 'card')} aria-labelledby="plan">
      <header className={css.planHead}>
        <h2 id="plan">Plan {planLabels[plan]}</h2>
        <p className="meta">commission de {commission_pourcent}&nbsp;%</p>
      </header>
      <PlanGauges limits={limits.data} evenements={evenements} />
      {!canCreateOneMore(active, limits.data) && (
        <Banner
          tone="amber"
          announce="status"
          icon={<TriangleAlert />}
          title={phrases.quotaAvertissement}
          className={css.planWarning}
          action={
            !isSuspended && (
              <ButtonLink to="/dashboard-organisateur/abonnement" look="primary">
                Voir les plans
              </ButtonLink>
            )
          }
        >
          {phrases.quotaTexte.replace('{n}', String(max))}
        </Banner>
      )}
    </section>
  )
}
