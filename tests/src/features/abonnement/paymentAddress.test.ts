import { expect, test } from 'vitest'
import { paymentAddress } from '#src/features/abonnement/paymentAddress.ts'

const own = 'https://eclats.test'

test.each([
  ['https://checkout.stripe.com/c/pay/cs_test_a1#fid', 'https://checkout.stripe.com/c/pay/cs_test_a1#fid'],
  ['https://billing.stripe.com/p/session/test_1', 'https://billing.stripe.com/p/session/test_1'],
  [`${own}/api/stripe/demonstration/checkout?jeton=a.b`, `${own}/api/stripe/demonstration/checkout?jeton=a.b`],
  ['/api/stripe/demonstration/portail?jeton=a.b', `${own}/api/stripe/demonstration/portail?jeton=a.b`],
])('accepts %s for a payment', (wanted, followed) => {
  expect(paymentAddress(wanted, own)).toBe(followed)
})

test.each([
  '',
  'http://checkout.stripe.com/c/pay/1',
  'https://checkout.stripe.com:8443/c/pay/1',
  'https://checkout.stripe.com.evil.test/c/pay/1',
  'https://checkout.stripe.com@evil.test/c/pay/1',
  'https://someone@checkout.stripe.com/c/pay/1',
  'https://stripe.com/',
  'https://other.stripe.com/',
  'http://eclats.test/api',
  'https://eclats.test.evil.test/',
  '//evil.test/pay',
  String.raw`/\evil.test/pay`,
  'javascript:alert(1)',
  'data:text/html,pay',
  `blob:${own}/0b1c`,
  'https://',
  `${own}/${'a'.repeat(9000)}`,
])('rejects %s', (wanted) => {
  expect(paymentAddress(wanted, own)).toBeNull()
})
