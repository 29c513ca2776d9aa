import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Hourglass } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { type Abonnement, isLiving, planLabels, type PlanPayant } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { serverNowIso } from '#src/api/serverClock.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { useDelay } from '#src/ui/now/useDelay.ts'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { confirmationQuery, plansQuery, renewAbonnement } from './abonnement.queries.ts'
import { evenementsOf, participantsOf } from './planWords.ts'
import { forgetWantedPlan, wantedPlan } from './wantedPlan.ts'
import css from './Abonnement.module.css'

const page = '/dashboard-organisateur/abonnement'
/** Polling intervals, and the time after which the longer one applies; milliseconds. */
const pace = { soon: 2000, later: 10_000, late: 20_000 } as const

/** Return page of a payment. Only the server confirms the payment, because anyone can open this URL. */
export function SuccesPage() {
  const [wanted] = useState(wantedPlan)
  const isLate = useDelay(pace.late)
  const client = useQueryClient()
  const query = useQuery({
    ...confirmationQuery,
    // Only after an answer: a query without data shows the loading state again at each attempt.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && !isHere(data, wanted) && (isLate ? pace.later : pace.soon),
  })
  const came = isHere(query.data, wanted)
  useEffect(() => {
    if (!came) return
    forgetWantedPlan()
    void renewAbonnement(client)
  }, [came, client])
  return (
    <Page title="Paiement">
      <QueryState query={query} errorMessage={phrases.abonnementErreur} loading={loading}>
        {(abonnement) => (
          <Status>
            {came && abonnement ? <Confirmed abonnement={abonnement} /> : <Waiting {...{ abonnement, isLate }} />}
          </Status>
        )}
      </QueryState>
    </Page>
  )
}

/** The plan paid in this tab; without a known plan, any running subscription counts. */
function isHere(abonnement: Abonnement | null | undefined, wanted: PlanPayant | null): boolean {
  if (!abonnement || !isLiving(abonnement, serverNowIso())) return false
  return wanted === null || abonnement.plan === wanted
}

const loading = (
  <LoadingBox label="Vérification du paiement" title="Paiement" height="16rem" radius="var(--radius-card)" />
)

function Confirmed({ abonnement }: { abonnement: Abonnement }) {
  const query = useQuery(plansQuery)
  if (query.isLoading) return loading
  const plans = query.data?.plans_disponibles
  const limits = plans?.find(({ plan }) => plan === abonnement.plan)
  return (
    <EmptyState
      title={`Votre plan ${planLabels[abonnement.plan]} est actif`}
      heading="h1"
      action={
        <div className={css.next}>
          <ButtonLink to="/organizer/evenements" look="primary">
            Voir mes événements
          </ButtonLink>
          <BackLink />
        </div>
      }
    >
      {limits && `${evenementsOf(limits)}, ${participantsOf(limits)} : c'est à vous.`}
    </EmptyState>
  )
}

/** The webhook may be late: never show success without it. */
function Waiting({ abonnement, isLate }: { abonnement: Abonnement | null; isLate: boolean }) {
  if (abonnement?.statut === 'SUSPENDU')
    return (
      <Pending title="Le paiement n'a pas abouti" icon={<CircleAlert />}>
        Vous pouvez le régler depuis votre abonnement.
      </Pending>
    )
  return (
    <Pending
      title={isLate ? 'La confirmation se fait attendre' : 'Confirmation du paiement en cours'}
      icon={<Hourglass />}
    >
      {isLate
        ? "Le service de paiement ne nous a encore rien confirmé. Vous pouvez quitter cette page : si vous avez payé, votre plan change dès que la confirmation arrive ; sinon, rien n'est changé."
        : 'Cette page se met à jour toute seule, en général en quelques secondes.'}
    </Pending>
  )
}

function Pending({ title, icon, children }: { title: string; icon: ReactNode; children: string }) {
  return (
    <EmptyState title={title} heading="h1" icon={icon} action={<BackLink />}>
      {children}
    </EmptyState>
  )
}

function BackLink() {
  return <ButtonLink to={page}>Voir mon abonnement</ButtonLink>
}
