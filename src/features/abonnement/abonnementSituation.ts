import { type Abonnement, isLiving, type Plan, planLabels, type PlanDisponible } from '#domain/abonnement/abonnement.ts'
import { formatPlainDay } from '#src/ui/text/dates.ts'

/** The plan whose limits apply. @param now ISO instant of the server's clock */
export function planOf(abonnement: Abonnement | null, now: string): Plan {
  return abonnement !== null && isLiving(abonnement, now) ? abonnement.plan : 'FREEMIUM'
}

/** Whether a subscription exists that is changed or cancelled instead of bought again. */
export function isRunning(abonnement: Abonnement | null): abonnement is Abonnement {
  return abonnement?.statut === 'ACTIF' || abonnement?.statut === 'SUSPENDU'
}

/** Whether a subscription runs until its end without renewal: it is cancelled, or was given for a time. */
export function isEnding({ statut, renouvele, dateExpiration }: Abonnement): boolean {
  return statut === 'ACTIF' && !renouvele && dateExpiration !== null
}

/** Whether prices are real: those of the demonstration are examples (product 18). */
export function isPaid(plans: readonly PlanDisponible[]): boolean {
  return plans.some(({ tarif }) => tarif !== null && !tarif.exemple)
}

/** Whether any plan can be bought on this service. */
export function isSold(plans: readonly PlanDisponible[]): boolean {
  return plans.some(({ tarif }) => tarif !== null)
}

/** Whether there is something to cancel: a cancelled subscription ends by itself. */
export function canCancel(abonnement: Abonnement | null, paid: boolean): abonnement is Abonnement {
  if (!isRunning(abonnement)) return false
  return abonnement.renouvele || abonnement.statut === 'SUSPENDU' || abonnement.dateExpiration === null || !paid
}

/** The status of a subscription, and what comes next, in one sentence. @param now ISO instant of the server's clock */
export function sentenceOf(abonnement: Abonnement | null, now: string): string {
  if (abonnement === null) return 'Le plan Freemium est gratuit, sans engagement et sans date de fin.'
  const { statut, dateExpiration, renouvele, plan } = abonnement
  const day = dateExpiration === null ? null : formatPlainDay(dateExpiration)
  const of = (words: string) => (day === null ? '' : `${words} ${day}`)
  const name = planLabels[plan]
  if (statut === 'SUSPENDU')
    return `Le paiement du plan ${name} n'a pas abouti${of(", sa période va jusqu'au")}. Les limites du plan Freemium comptent jusqu'à ce qu'il soit réglé.`
  // A free subscription ends when it is cancelled, before its expiry date.
  const isOver = dateExpiration !== null && Date.parse(dateExpiration) <= Date.parse(now)
  if (statut === 'ANNULE') return `Votre abonnement ${name} est annulé${isOver ? of(' depuis le') : ''}.`
  if (statut === 'EXPIRE') return `Votre abonnement ${name} a expiré${of(' le')}.`
  if (statut === 'ACHIVE') return `Votre ancien abonnement ${name}${of(', terminé le')}, est archivé.`
  if (day === null) return 'Votre abonnement est sans date de fin.'
  // The message about a renewal may be late.
  if (renouvele && isOver)
    return `Votre abonnement devait se renouveler le ${day} ; le service de paiement ne l'a pas encore confirmé.`
  return renouvele ? `Votre abonnement se renouvelle le ${day}.` : `Il se termine le ${day} ; le plan Freemium suivra.`
}
