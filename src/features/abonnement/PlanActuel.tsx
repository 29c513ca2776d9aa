import { CreditCard } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  type Abonnement,
  type Plan,
  planLabels,
  type PlanDisponible,
  statutAbonnementLabels,
} from '#domain/abonnement/abonnement.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { serverNowIso } from '#src/api/serverClock.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { canCancel, isPaid, sentenceOf } from './abonnementSituation.ts'
import { cancelQuestion } from './planWords.ts'
import type { usePaiement } from './usePaiement.ts'
import css from './Abonnement.module.css'

interface Props {
  abonnement: Abonnement | null
  /** The plan whose limits apply. */
  plan: Plan
  /** Undefined while they are not known. */
  plans: readonly PlanDisponible[] | undefined
  arePlansLoading: boolean
  paiement: ReturnType<typeof usePaiement>
  usage: ReactNode
}

/** The plan that applies, the state of the subscription, and the actions available. */
export function PlanActuel({ abonnement, plan, plans, arePlansLoading, paiement, usage }: Props) {
  const [asked, setAsked] = useState(false)
  const { disabled, title } = useOnlineOnly()
  const { inProgress } = paiement
  const stopped = { disabled: disabled || inProgress !== null, title }
  const isSuspended = abonnement?.statut === 'SUSPENDU'
  // Only known plans can say that nothing is paid: then a subscription without renewal can be cancelled too. While they
  // load, its button is disabled, so that the page does not move when it stays.
  const paid = plans === undefined ? !arePlansLoading : isPaid(plans)
  return (
    <section className={classNames('card', css.current)} aria-labelledby="plan-actuel">
      <header className="stack" style={{ '--gap': 'var(--space-2)' }}>
        <h2 id="plan-actuel">Plan {planLabels[plan]}</h2>
        <p className={css.statut}>
          {abonnement !== null && (
            <Badge tone={statutAbonnementLabels[abonnement.statut].tone}>
              {statutAbonnementLabels[abonnement.statut].label}
            </Badge>
          )}
          <span>{french(sentenceOf(abonnement, serverNowIso()))}</span>
        </p>
      </header>
      {usage}
      {abonnement !== null && (
        <div className={classNames('actions', css.actions)}>
          <Button
            {...stopped}
            look={isSuspended ? 'primary' : undefined}
            {...(inProgress?.kind === 'portail' && { busy: true, disabled: false })}
            onClick={() => paiement.start({ kind: 'portail' })}
          >
            <CreditCard />
            {isSuspended ? 'Régler le paiement' : 'Gérer le paiement'}
          </Button>
          {canCancel(abonnement, paid) && (
            <Button
              look="quiet"
              danger
              {...stopped}
              disabled={stopped.disabled || arePlansLoading}
              onClick={() => setAsked(true)}
            >
              Annuler l'abonnement
            </Button>
          )}
        </div>
      )}
      {asked && abonnement !== null && (
        <ConfirmDialog
          title="Annuler l'abonnement"
          question={cancelQuestion(
            lastDay(abonnement, paid),
            plans?.find((one) => one.plan === 'FREEMIUM'),
          )}
          cancel="Garder mon abonnement"
          confirm="Annuler l'abonnement"
          busy={inProgress?.kind === 'annulation'}
          onCancel={() => setAsked(false)}
          onConfirm={() => paiement.start({ kind: 'annulation' }, { onSettled: () => setAsked(false) })}
        />
      )}
    </section>
  )
}

/** A paid plan lasts until its period ends; an unpaid one ends at once. */
function lastDay({ statut, renouvele, dateExpiration }: Abonnement, paid: boolean): string | null {
  return paid && renouvele && statut === 'ACTIF' && dateExpiration !== null ? formatPlainDay(dateExpiration) : null
}
