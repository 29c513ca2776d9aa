/** Origins of Stripe's pages (product 37). */
const stripeOrigins = ['https://checkout.stripe.com', 'https://billing.stripe.com']
const maxLength = 8000

/**
 * Validates the redirect URL of a payment answer (product 37).
 * @param wanted the URL from the answer
 * @param own origin of this app
 * @returns the absolute URL on our own origin or on Stripe's; null for any other
 */
export function paymentAddress(wanted: string, own: string): string | null {
  if (wanted.length > maxLength || !URL.canParse(wanted, own)) return null
  const { href, origin } = new URL(wanted, own)
  // A `blob:` URL has our origin too, and `origin` ignores user info before an @: the URL must also start with the
  // origin.
  const isAllowed = [own, ...stripeOrigins].some((allowed) => origin === allowed && href.startsWith(`${allowed}/`))
  return isAllowed && wanted !== '' ? href : null
}
