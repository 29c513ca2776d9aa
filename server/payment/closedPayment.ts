import { type Payment, PaymentForgery, PaymentUnavailable } from './payment.ts'

const refused = () => Promise.reject(new PaymentUnavailable('no payment provider is configured'))

/** The provider when none is configured: no plan has a price, and none can be bought. */
export function closedPayment(): Payment {
  return {
    fournisseur: 'aucun',
    pages: null,
    tarifs: () => Promise.resolve({ BASIC: null, PREMIUM: null, VIP: null }),
    openCheckout: refused,
    openPortal: refused,
    changePlan: refused,
    cancel: refused,
    readNotice: () => {
      throw new PaymentForgery()
    },
    readSubscription: () => Promise.resolve(null),
    subscriptionsOf: () => Promise.resolve([]),
    purchasesOf: () => Promise.resolve([]),
  }
}
