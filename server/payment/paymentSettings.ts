import * as v from 'valibot'
import type { PlanPayant } from '#domain/abonnement/abonnement.ts'

/** The payment provider: Stripe, the demonstration provider, which charges nothing, or none. */
export type PaymentChoice = StripeSettings | 'demonstration' | 'none'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prix: Readonly<Record<PlanPayant, string>>
  /** API server; Stripe's own when absent. */
  readonly api?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }
}

const key = (pattern: RegExp) => v.optional(v.pipe(v.string(), v.trim(), v.regex(pattern)))
const together = [
  '(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET et STRIPE_PRICE_BASIC, _PREMIUM, _VIP vont ensemble)',
  '(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_BASIC, _PREMIUM, _VIP go together)',
] as const
const price = (plan: PlanPayant) => ({
  schema: key(/^price_\w+$/),
  expected: [`un prix price_… de Stripe ${together[0]}`, `a Stripe price price_… ${together[1]}`] as const,
  purpose: `Stripe's price of the plan ${plan}`,
})

/** Payment by Stripe: all of them or none. */
const stripeVariables = {
  STRIPE_SECRET_KEY: {
    schema: key(/^(sk|rk)_(test|live)_\w+$/),
    expected: [`une clé secrète sk_… ou rk_… ${together[0]}`, `a secret key sk_… or rk_… ${together[1]}`],
    purpose: 'payment by Stripe, together with the four below; without them no plan is sold',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: key(/^whsec_\S+$/),
    expected: [`le secret whsec_… du webhook ${together[0]}`, `the webhook secret whsec_… ${together[1]}`],
    purpose: 'secret of the webhook `PUBLIC_URL/api/stripe/webhook`, which gets the `customer.subscription.*` events',
  },
  STRIPE_PRICE_BASIC: price('BASIC'),
  STRIPE_PRICE_PREMIUM: price('PREMIUM'),
  STRIPE_PRICE_VIP: price('VIP'),
} as const

export const paymentVariables = {
  ...stripeVariables,
  // Must be set explicitly: missing Stripe keys must not give plans away.
  PAYMENT: {
    schema: v.optional(v.pipe(v.string(), v.trim(), v.literal('demonstration'))),
    expected: ['demonstration, ou rien, et sans STRIPE_*', 'demonstration, or nothing, and without STRIPE_*'],
    purpose: '`demonstration` gives plans without payment, to try them out; never beside STRIPE_*',
  },
} as const

type StripeName = keyof typeof stripeVariables
type StripeVariables = { readonly [Name in StripeName]?: string | undefined }
type PaymentVariables = StripeVariables & { readonly PAYMENT?: 'demonstration' | undefined }

/**
 * Combines the payment variables.
 * @returns the choice, or `wrong` with the name of a variable that is missing or contradicts another
 */
export function paymentChoiceOf({ PAYMENT, ...given }: PaymentVariables): PaymentChoice | { wrong: string } {
  const stripe = stripeSettingsOf(given)
  if (typeof stripe === 'string') return { wrong: stripe }
  if (stripe !== null) return PAYMENT === undefined ? stripe : { wrong: 'PAYMENT' }
  return PAYMENT ?? 'none'
}

/** The settings, or the name of the first missing variable; null when none is set. */
function stripeSettingsOf(given: StripeVariables): StripeSettings | StripeName | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = given
  const { STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM, STRIPE_PRICE_VIP } = given
  const isAny = [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM, STRIPE_PRICE_VIP]
  if (isAny.every((value) => value === undefined)) return null
  if (STRIPE_SECRET_KEY === undefined) return 'STRIPE_SECRET_KEY'
  if (STRIPE_WEBHOOK_SECRET === undefined) return 'STRIPE_WEBHOOK_SECRET'
  if (STRIPE_PRICE_BASIC === undefined) return 'STRIPE_PRICE_BASIC'
  if (STRIPE_PRICE_PREMIUM === undefined) return 'STRIPE_PRICE_PREMIUM'
  if (STRIPE_PRICE_VIP === undefined) return 'STRIPE_PRICE_VIP'
  const prix = { BASIC: STRIPE_PRICE_BASIC, PREMIUM: STRIPE_PRICE_PREMIUM, VIP: STRIPE_PRICE_VIP }
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, prix }
}
