import * as v from 'valibot'
import type { PlanPayant } from '#domain/abonnement/abonnement.ts'

/** How Stripe is reached; without a key payment is the demonstration provider's. */
export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Stripe's price of each plan. */
  readonly prix: Readonly<Record<PlanPayant, string>>
  /** Where its API answers; Stripe's own address when absent. */
  readonly api?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }
}

const key = (pattern: RegExp) => v.optional(v.pipe(v.string(), v.trim(), v.regex(pattern)))
const price = key(/^price_\w+$/)

/** The variables that belong together: all of them or none. */
export const stripeEntries = {
  STRIPE_SECRET_KEY: key(/^(sk|rk)_(test|live)_\w+$/),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_\S+$/),
  STRIPE_PRICE_BASIC: price,
  STRIPE_PRICE_PREMIUM: price,
  STRIPE_PRICE_VIP: price,
}
const stripeSchema = v.object(stripeEntries)
type StripeVariables = v.InferOutput<typeof stripeSchema>

const together =
  '(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET et STRIPE_PRICE_BASIC, _PREMIUM, _VIP vont ensemble / go together)'

/** What each variable should have been. */
export const stripeExpected: Record<keyof typeof stripeEntries, string> = {
  STRIPE_SECRET_KEY: `une clé secrète sk_… ou rk_… / a secret key ${together}`,
  STRIPE_WEBHOOK_SECRET: `le secret whsec_… du webhook / the webhook's secret ${together}`,
  STRIPE_PRICE_BASIC: `un prix price_… de Stripe / a Stripe price ${together}`,
  STRIPE_PRICE_PREMIUM: `un prix price_… de Stripe / a Stripe price ${together}`,
  STRIPE_PRICE_VIP: `un prix price_… de Stripe / a Stripe price ${together}`,
}

/** What the variables say together; the name of the first that is missing beside another; null without any. */
export function stripeSettingsOf(given: StripeVariables): StripeSettings | keyof typeof stripeEntries | null {
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
