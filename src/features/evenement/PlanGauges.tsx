import type { PlanLimits } from '#domain/abonnement/abonnement.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { Gauge } from '#src/ui/progress/Gauge.tsx'
import { activeCount } from './evenementFilter.ts'
import css from './OrganisateurEvenements.module.css'

interface Props {
  limits: PlanLimits
  evenements: readonly EvenementOrganisateur[]
}

/** Usage of the plan: events, and participants of the fullest event. */
export function PlanGauges({ limits, evenements }: Props) {
  const fullest = Math.max(0, ...evenements.map(({ comptes }) => comptes.inscriptions.VALIDE))
  return (
    <div className={css.planGauges}>
      <Gauge label="Événements actifs" value={activeCount(evenements)} max={limits.max_evenements_actifs} />
      <Gauge
        label="Participants, au plus"
        fullLabel="Participants de l'événement le plus rempli"
        value={fullest}
        max={limits.max_participants_par_evenement}
      />
    </div>
  )
}
