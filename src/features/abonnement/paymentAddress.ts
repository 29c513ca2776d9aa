/** Where Stripe has its pages (product 37). */
const stripeOrigins = ['https://checkout.stripe.com', 'https://billing.stripe.com']
const maxLength = 8000

/**
 * Checks an address that a payment answer wants the browser to go to (product 37).
 * @param wanted as it stands in the answer
 * @param own origin of this app
 * @returns the whole address on our own origin or on Stripe's; null for any other
 */
export function paymentAddress(wanted: string, own: string): string | null {
  if (wanted.length > maxLength || !URL.canParse(wanted, own)) return null
  const { href, origin } = new URL(wanted, own)
  // `blob:` has our origin too, and a name before an @ is no part of an origin: the address has to begin with it.
  const isAllowed = [own, ...stripeOrigins].some((allowed) => origin === allowed && href.startsWith(`${allowed}/`))
  return isAllowed && wanted !== '' ? href : null
}
