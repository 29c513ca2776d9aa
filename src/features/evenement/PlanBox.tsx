import type { UseQueryResult } from '@tanstack/react-query'
import { Info, TriangleAlert } from 'lucide-react'
import { canCreateOneMore, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Gauge } from '#src/ui/progress/Gauge.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { activeCount } from './evenementFilter.ts'
import css from './OrganisateurEvenements.module.css'

interface Props {
  limits: UseQueryResult<PlanLimits>
  evenements: readonly EvenementOrganisateur[]
}

/** The plan as gauges, and the warning once no event is left; limits that cannot be loaded do not block. */
export function PlanBox({ limits, evenements }: Props) {
  if (limits.isError && limits.data === undefined)
    return (
      <Banner tone="gray" icon={<Info />} className={css.planUnknown}>
        {phrases.limitesErreurVotre}
      </Banner>
    )
  if (limits.data === undefined) return null
  const { plan, max_evenements_actifs: max, max_participants_par_evenement: places, commission_pourcent } = limits.data
  const active = activeCount(evenements)
  const fullest = Math.max(0, ...evenements.map(({ comptes }) => comptes.inscriptions.VALIDE))
  return (
    <section className={classNames(css.plan, 'card')} aria-labelledby="plan">
      <header className={css.planHead}>
        <h2 id="plan">Plan {plan}</h2>
        <p className="meta">commission de {commission_pourcent}&nbsp;%</p>
      </header>
      <div className={css.planGauges}>
        <Gauge label="Événements actifs" value={active} max={max} />
        <Gauge
          label="Participants, au plus"
          fullLabel="Participants de l'événement le plus rempli"
          value={fullest}
          max={places}
        />
      </div>
      {!canCreateOneMore(active, limits.data) && (
        <Banner
          tone="amber"
          announce="status"
          icon={<TriangleAlert />}
          title={phrases.quotaAvertissement}
          className={css.planWarning}
        >
          {phrases.quotaTexte.replace('{n}', String(max))}
        </Banner>
      )}
    </section>
  )
}
