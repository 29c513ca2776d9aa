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
const price = (plan: PlanPayant, needs: string) => ({
  schema: key(/^price_\w+$/),
  expected: ['un prix price_… de Stripe', 'a Stripe price price_…'] as const,
  purpose: `Stripe's price of the plan ${plan}`,
  needs,
})

/** Payment by Stripe: all of them or none, each needs the next one. */
const stripeVariables = {
  STRIPE_SECRET_KEY: {
    schema: key(/^(sk|rk)_(test|live)_\w+$/),
    expected: ['une clé secrète sk_… ou rk_…', 'a secret key sk_… or rk_…'],
    purpose: 'payment by Stripe, together with the four below; without them no plan is sold',
    needs: 'STRIPE_WEBHOOK_SECRET',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: key(/^whsec_\S+$/),
    expected: ['le secret whsec_… du webhook', 'the webhook secret whsec_…'],
    purpose: 'secret of the webhook `PUBLIC_URL/api/stripe/webhook`, which gets the `customer.subscription.*` events',
    needs: 'STRIPE_PRICE_BASIC',
  },
  STRIPE_PRICE_BASIC: price('BASIC', 'STRIPE_PRICE_PREMIUM'),
  STRIPE_PRICE_PREMIUM: price('PREMIUM', 'STRIPE_PRICE_VIP'),
  STRIPE_PRICE_VIP: price('VIP', 'STRIPE_SECRET_KEY'),
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

/** Combines the payment variables; null when PAYMENT contradicts the others. */
export function paymentChoiceOf({ PAYMENT, ...given }: PaymentVariables): PaymentChoice | null {
  const stripe = stripeSettingsOf(given)
  if (stripe !== null) return PAYMENT === undefined ? stripe : null
  return PAYMENT ?? 'none'
}

/** Stripe's settings; null without all of them. */
function stripeSettingsOf(given: StripeVariables): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = given
  const { STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM, STRIPE_PRICE_VIP } = given
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined) return null
  if (STRIPE_PRICE_BASIC === undefined || STRIPE_PRICE_PREMIUM === undefined || STRIPE_PRICE_VIP === undefined)
    return null
  const prix = { BASIC: STRIPE_PRICE_BASIC, PREMIUM: STRIPE_PRICE_PREMIUM, VIP: STRIPE_PRICE_VIP }
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, prix }
}
