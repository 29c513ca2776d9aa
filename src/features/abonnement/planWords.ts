import { planLabels, type PlanDisponible, type PlanLimits, type Tarif } from '#domain/abonnement/abonnement.ts'
import { count } from '#src/ui/text/quantities.ts'

const periods: Readonly<Record<Tarif['periode'], string>> = {
  JOUR: 'par jour',
  SEMAINE: 'par semaine',
  MOIS: 'par mois',
  AN: 'par an',
}

/** "29,00 €" and "par mois"; "Gratuit" for the free plan, "Non proposé" for a plan not sold here. */
export function priceOf({ plan, tarif }: Pick<PlanDisponible, 'plan' | 'tarif'>): { amount: string; period: string } {
  if (tarif === null) return { amount: plan === 'FREEMIUM' ? 'Gratuit' : 'Non proposé', period: '' }
  const currency = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: tarif.devise })
  const digits = currency.resolvedOptions().maximumFractionDigits ?? 2
  return { amount: currency.format(tarif.centimes / 10 ** digits), period: periods[tarif.periode] }
}

/** "3 événements actifs". */
export function evenementsOf({ max_evenements_actifs: max }: PlanLimits): string {
  return count(max, 'événement actif', 'événements actifs')
}

/** "50 participants par événement". */
export function participantsOf({ max_participants_par_evenement: max }: PlanLimits): string {
  return `${count(max, 'participant', 'participants')} par événement`
}

/**
 * The confirmation question of a plan change: what it allows, removes and costs.
 * @param from undefined while it is not known
 * @param isEnding whether the subscription ends with its period: after a change it renews itself again
 */
export function changeQuestion(to: PlanDisponible, from: PlanDisponible | undefined, isEnding = false): string {
  const isLess = from !== undefined && limitNames.some((name) => to[name] < from[name])
  const { amount, period } = priceOf(to)
  const isExample = to.tarif?.exemple ?? false
  return [
    `Le plan ${planLabels[to.plan]} permet ${evenementsOf(to)} et ${participantsOf(to)}.`,
    ...(isLess ? [`Vos événements, leurs inscriptions et leurs photos restent ; ${stopped}`] : []),
    isExample
      ? `Prix d'exemple : ${amount} ${period} ; rien n'est payé dans la démonstration.`
      : `Prix : ${amount} ${period}. ${differenceOf(to.tarif, from?.tarif)}`,
    ...(isEnding && !isExample ? ['Votre abonnement se renouvellera ensuite, au lieu de se terminer.'] : []),
  ].join(' ')
}

const limitNames = ['max_evenements_actifs', 'max_participants_par_evenement'] as const

/** How the time that is paid already is counted. */
function differenceOf(to: Tarif | null, from: Tarif | null | undefined): string {
  const isCheaper =
    to && from && to.devise === from.devise && to.periode === from.periode && to.centimes < from.centimes
  return isCheaper
    ? 'La différence avec votre plan actuel est déduite de vos prochains paiements.'
    : 'La différence avec votre plan actuel est réglée tout de suite.'
}

const stopped = 'vous ne pourrez rien créer au-delà.'

/**
 * The confirmation question of a cancellation: its effect on the quotas.
 * @param until the last paid day, in words; null when the plan ends at once
 * @param freemium limits that apply afterwards; undefined while they are not known
 */
export function cancelQuestion(until: string | null, freemium: PlanLimits | undefined): string {
  const when =
    until === null
      ? "Votre plan s'arrête tout de suite."
      : `Votre plan reste le vôtre jusqu'au ${until}, puis s'arrête.`
  const limits = freemium ? ` : ${evenementsOf(freemium)}, ${participantsOf(freemium)}` : ''
  return `${when} Les limites du plan Freemium suivent${limits}. Vos événements, leurs inscriptions et leurs photos restent ; ${stopped}`
}
