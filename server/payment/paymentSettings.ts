import * as v from 'valibot'
import type { PlanPayant } from '#domain/abonnement/abonnement.ts'

/** Who takes the payment: Stripe, the demonstration provider where nothing is paid, or no provider. */
export type PaymentChoice = StripeSettings | 'demonstration' | 'none'

/** How Stripe is reached. */
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

/** Set by name alone: a service whose Stripe keys were forgotten must not give plans away. */
export const paymentEntries = { PAYMENT: v.optional(v.pipe(v.string(), v.trim(), v.literal('demonstration'))) }

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
type PaymentVariables = StripeVariables & { readonly PAYMENT?: 'demonstration' | undefined }

const together =
  '(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET et STRIPE_PRICE_BASIC, _PREMIUM, _VIP vont ensemble / go together)'

/** What each variable should have been. */
export const paymentExpected: Record<keyof typeof stripeEntries | keyof typeof paymentEntries, string> = {
  PAYMENT: 'demonstration, ou rien, et sans STRIPE_* / demonstration, or nothing, and without STRIPE_*',
  STRIPE_SECRET_KEY: `une clé secrète sk_… ou rk_… / a secret key ${together}`,
  STRIPE_WEBHOOK_SECRET: `le secret whsec_… du webhook / the webhook's secret ${together}`,
  STRIPE_PRICE_BASIC: `un prix price_… de Stripe / a Stripe price ${together}`,
  STRIPE_PRICE_PREMIUM: `un prix price_… de Stripe / a Stripe price ${together}`,
  STRIPE_PRICE_VIP: `un prix price_… de Stripe / a Stripe price ${together}`,
}

/**
 * What the variables say together.
 * @returns the choice, or `wrong` with the name of the variable that is missing beside another or contradicts another
 */
export function paymentChoiceOf({ PAYMENT, ...given }: PaymentVariables): PaymentChoice | { wrong: string } {
  const stripe = stripeSettingsOf(given)
  if (typeof stripe === 'string') return { wrong: stripe }
  if (stripe !== null) return PAYMENT === undefined ? stripe : { wrong: 'PAYMENT' }
  return PAYMENT ?? 'none'
}

/** The name of the first variable that is missing beside another; null without any. */
function stripeSettingsOf(given: StripeVariables): StripeSettings | keyof typeof stripeEntries | null {
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
