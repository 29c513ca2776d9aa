import { expect, test } from 'vitest'
import { defaultPlanLimits, type PlanDisponible, type PlanPayant, type Tarif } from '#domain/abonnement/abonnement.ts'
import { cancelQuestion, changeQuestion, priceOf } from '#src/features/abonnement/planWords.ts'

const tarif: Tarif = { centimes: 2900, devise: 'eur', periode: 'MOIS', exemple: false }
const un = (plan: PlanPayant, change: Partial<Tarif> = {}): PlanDisponible => ({
  ...defaultPlanLimits[plan],
  tarif: { ...tarif, ...change },
})
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('formats a price in its own currency, which may have no cents', () => {
  expect(plain(priceOf({ plan: 'BASIC', tarif }).amount)).toBe('29,00 €')
  expect(plain(priceOf({ plan: 'BASIC', tarif: { ...tarif, devise: 'jpy', periode: 'AN' } }).amount)).toBe('2 900 JPY')
  expect(priceOf({ plan: 'FREEMIUM', tarif: null })).toEqual({ amount: 'Gratuit', period: '' })
  expect(priceOf({ plan: 'BASIC', tarif: null })).toEqual({ amount: 'Non proposé', period: '' })
})

test('lists what stays and what ends for a smaller plan, and nothing to lose for a larger one', () => {
  const less = plain(changeQuestion(un('BASIC'), un('PREMIUM')))
  expect(less).toContain('permet 3 événements actifs et 100 participants par événement.')
  expect(less).toContain('leurs photos restent ; vous ne pourrez rien créer au-delà.')
  expect(less).toContain('Prix : 29,00 € par mois. La différence avec votre plan actuel est réglée tout de suite.')
  expect(changeQuestion(un('VIP'), un('PREMIUM'))).not.toContain('au-delà')
  expect(changeQuestion(un('VIP', { exemple: true }), undefined)).toContain("rien n'est payé dans la démonstration")
})

test('says that a plan is smaller when only its participants are fewer', () => {
  const from = { ...un('BASIC'), max_participants_par_evenement: 500 }
  expect(changeQuestion(un('PREMIUM'), from)).toContain('vous ne pourrez rien créer au-delà.')
})

test('says that the difference to a cheaper plan is deducted', () => {
  const deducted = 'La différence avec votre plan actuel est déduite de vos prochains paiements.'
  const dearer = un('PREMIUM', { centimes: 4900 })
  expect(plain(changeQuestion(un('BASIC'), dearer))).toContain(`Prix : 29,00 € par mois. ${deducted}`)
  expect(changeQuestion(un('BASIC'), un('PREMIUM', { centimes: 4900, periode: 'AN' }))).not.toContain(deducted)
  expect(changeQuestion(dearer, un('BASIC'))).not.toContain(deducted)
})

test('says that a change renews a cancelled subscription again', () => {
  const again = 'Votre abonnement se renouvellera ensuite, au lieu de se terminer.'
  expect(changeQuestion(un('VIP'), un('BASIC'), true)).toContain(again)
  expect(changeQuestion(un('VIP'), un('BASIC'), false)).not.toContain(again)
  expect(changeQuestion(un('VIP', { exemple: true }), un('BASIC'), true)).not.toContain(again)
})

test('shows until when a cancelled plan lasts, and the quotas afterwards', () => {
  const paid = plain(cancelQuestion('1 juillet 2026', defaultPlanLimits.FREEMIUM))
  expect(paid).toContain("Votre plan reste le vôtre jusqu'au 1 juillet 2026, puis s'arrête.")
  expect(paid).toContain('1 événement actif, 30 participants par événement.')
  expect(cancelQuestion(null, defaultPlanLimits.FREEMIUM)).toContain("s'arrête tout de suite")
})
