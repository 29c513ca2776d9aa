import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { CircleX } from 'lucide-react'
import type { PlanLimits } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { isRefused } from '#src/api/apiError.ts'
import { serverNowIso } from '#src/api/serverClock.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { abonnementQuery, plansQuery } from './abonnement.queries.ts'
import { planOf } from './abonnementSituation.ts'
import { PlanActuel } from './PlanActuel.tsx'
import { Plans, PlansLoading } from './Plans.tsx'
import { usePaiement } from './usePaiement.ts'
import css from './Abonnement.module.css'

interface Props {
  /** The person left a payment page without paying. */
  isAbandoned: boolean
  /** The plan's limits and their usage; `known` is used until the server's answer arrives. */
  usageOf: (known: PlanLimits | undefined) => ReactNode
}

/**
 * Polling intervals: `soon` while a change is not confirmed yet, otherwise `late`, because the message about a change on
 * the payment page may come after the return from it. Milliseconds.
 */
const pace = { soon: 3000, late: 30_000 } as const

/** The organiser's subscription: its status, its usage, and the available plans. */
export function AbonnementPage({ isAbandoned, usageOf }: Props) {
  const paiement = usePaiement()
  const online = useOnline()
  const query = useQuery({
    ...abonnementQuery,
    refetchInterval: ({ state }) => (paiement.isAwaited(state.data) && !paiement.isLate ? pace.soon : pace.late),
  })
  const plans = useQuery(plansQuery)
  // The stored data stays on screen; show that it could not be refreshed.
  useFailureToast(query.data !== undefined && isRefused(query.error), phrases.abonnementErreur)
  useFailureToast(plans.data !== undefined && isRefused(plans.error), phrases.plansErreur)
  const plan = planOf(query.data ?? null, serverNowIso())
  const known = plans.data?.plans_disponibles
  return (
    <Page title="Abonnement" className={css.page}>
      <PageHead title="Abonnement" />
      <Status>
        {isAbandoned && !paiement.isBegun && (
          <Banner tone="gray" icon={<CircleX />} title="Paiement abandonné.">
            Vous êtes revenu(e) de la page de paiement sans la confirmer : rien n'a été changé.
          </Banner>
        )}
        {paiement.isAwaited(query.data) && (
          <Banner tone="blue">
            {paiement.isLate
              ? "La confirmation se fait attendre. Vous pouvez quitter cette page : le changement sera visible ici dès qu'elle arrivera."
              : 'Le service de paiement prépare la confirmation. Cette page se met à jour toute seule.'}
          </Banner>
        )}
      </Status>
      <QueryState
        query={query}
        errorMessage={phrases.abonnementErreur}
        loading={
          <LoadingBox label="Chargement de votre abonnement" className={css.currentWait} radius="var(--radius-card)" />
        }
      >
        {(abonnement) => (
          <PlanActuel
            abonnement={abonnement}
            plan={plan}
            plans={known}
            arePlansLoading={plans.isPending}
            paiement={paiement}
            usage={usageOf(known?.find((one) => one.plan === plan))}
          />
        )}
      </QueryState>
      {!online && (
        <p className="meta">
          {french('Hors ligne : pour payer, changer de plan ou annuler, reconnectez-vous au réseau.')}
        </p>
      )}
      <section className="stack" aria-labelledby="plans">
        <h2 id="plans">Les plans</h2>
        <QueryState query={plans} errorMessage={phrases.plansErreur} loading={<PlansLoading />}>
          {({ plans_disponibles }) => (
            <Plans plans={plans_disponibles} abonnement={query.data} plan={plan} paiement={paiement} />
          )}
        </QueryState>
      </section>
    </Page>
  )
}
