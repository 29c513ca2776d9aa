import { CalendarDays, Percent, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  type Abonnement,
  type Plan,
  planLabels,
  type PlanDisponible,
  type PlanPayant,
  plansPayants,
} from '#domain/abonnement/abonnement.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { isEnding, isRunning, isSold } from './abonnementSituation.ts'
import { changeQuestion, evenementsOf, participantsOf, priceOf } from './planWords.ts'
import type { usePaiement } from './usePaiement.ts'
import css from './Abonnement.module.css'

interface Props {
  plans: readonly PlanDisponible[]
  /** Undefined while it is not known whether there is one. */
  abonnement: Abonnement | null | undefined
  /** The plan whose limits apply. */
  plan: Plan
  paiement: ReturnType<typeof usePaiement>
}

/** The four plans side by side, each with a button to buy it or to change to it. */
export function Plans({ plans, abonnement, plan, paiement }: Props) {
  const [asked, setAsked] = useState<PlanDisponible | null>(null)
  const { inProgress } = paiement
  const running = abonnement !== undefined && isRunning(abonnement)
  const own = running ? abonnement.plan : plan
  const offered = abonnement?.statut === 'SUSPENDU' ? undefined : plans[plans.findIndex((one) => one.plan === own) + 1]
  const choose = (wanted: PlanDisponible, payant: PlanPayant) =>
    running ? setAsked(wanted) : paiement.start({ kind: 'checkout', plan: payant })
  const askedPayant = payantOf(asked?.plan)
  return (
    <>
      {plans.some(({ tarif }) => tarif?.exemple) && (
        <p className="meta">{french("Démonstration : rien n'est payé, les prix sont des exemples.")}</p>
      )}
      {!isSold(plans) && (
        <p className="meta">
          {french("Ce service ne vend pas d'abonnement. Pour un autre plan, écrivez à la personne qui l'administre.")}
        </p>
      )}
      <ul className={css.plans}>
        {plans.map((one) => {
          const payant = payantOf(one.plan)
          return (
            <li key={one.plan} className={classNames('card', css.plan)} data-own={one.plan === own || undefined}>
              <PlanHead plan={one} />
              <PlanFoot word={one.plan === plan ? 'Votre plan' : one.plan === own ? 'Votre abonnement' : null}>
                {payant === null && <p className={css.none}>S'applique sans abonnement.</p>}
                {payant !== null && one.tarif !== null && (
                  <ChooseButton
                    isFirst={one === offered}
                    isBusy={inProgress !== null && 'plan' in inProgress && inProgress.plan === payant}
                    isHeld={inProgress !== null || abonnement === undefined}
                    onClick={() => choose(one, payant)}
                  >
                    {running ? `Passer au plan ${planLabels[payant]}` : `S'abonner au plan ${planLabels[payant]}`}
                  </ChooseButton>
                )}
              </PlanFoot>
            </li>
          )
        })}
      </ul>
      {asked && askedPayant && (
        <ConfirmDialog
          title={`Passer au plan ${planLabels[askedPayant]}`}
          question={changeQuestion(
            asked,
            plans.find((one) => one.plan === own),
            running && isEnding(abonnement),
          )}
          confirm="Changer de plan"
          danger={false}
          busy={inProgress?.kind === 'changement'}
          onCancel={() => setAsked(null)}
          onConfirm={() =>
            paiement.start(
              { kind: 'changement', plan: askedPayant },
              { onSettled: () => setAsked((now) => (now === asked ? null : now)) },
            )
          }
        />
      )}
    </>
  )
}

function PlanHead({ plan }: { plan: PlanDisponible }) {
  const { amount, period } = priceOf(plan)
  return (
    <>
      <h3>{planLabels[plan.plan]}</h3>
      <p className={css.price}>
        <b>{amount}</b> {period}
        {plan.tarif?.exemple && <span className={css.example}>prix d'exemple</span>}
      </p>
      <ul className={css.limits}>
        <li>
          <CalendarDays />
          <span>{wrappable(evenementsOf(plan))}</span>
        </li>
        <li>
          <Users />
          <span>{wrappable(participantsOf(plan))}</span>
        </li>
        <li>
          <Percent />
          {french(`${plan.commission_pourcent} % de commission`)}
        </li>
      </ul>
    </>
  )
}

/** In large text a number and its noun are wider than a card: they may be on two lines. */
function wrappable(words: string): string {
  return words.replace('\u00A0', ' ')
}

/** A label for the current plan, or the button for another one. */
function PlanFoot({ word, children }: { word: string | null; children: ReactNode }) {
  return <div className={css.planFoot}>{word === null ? children : <Badge tone="green">{word}</Badge>}</div>
}

interface ChooseProps {
  isFirst: boolean
  isBusy: boolean
  isHeld: boolean
  onClick: () => void
  children: string
}

function ChooseButton({ isFirst, isBusy, isHeld, onClick, children }: ChooseProps) {
  const { disabled, title } = useOnlineOnly()
  return (
    <Button
      wide
      look={isFirst ? 'primary' : undefined}
      busy={isBusy}
      disabled={disabled || (isHeld && !isBusy)}
      title={title}
      className={css.choose}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

function payantOf(plan: Plan | undefined): PlanPayant | null {
  return plansPayants.find((one) => one === plan) ?? null
}

export function PlansLoading() {
  return (
    <LoadingBox
      label="Chargement des plans"
      className={css.plans}
      rows={4}
      height="17.5rem"
      radius="var(--radius-card)"
    />
  )
}
