import { hourMs } from '#domain/contract/durations.ts'
import type { Tarif } from '#domain/abonnement/abonnement.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { newSecret, type Secrets } from '../secrets/secrets.ts'
import { end, readSubscriptionRow, setPlan, pay } from './demonstrationLedger.ts'
import { type DemonstrationJeton, sealJeton, openJeton } from './demonstrationJeton.ts'
import { type Payment, PaymentForgery, type DemonstrationPages } from './payment.ts'

/** Example prices that are not charged (product 18). */
const exampleCentimes = { BASIC: 900, PREMIUM: 2900, VIP: 9900 } as const
const days = 30

export interface DemonstrationDeps extends DatabaseDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
}

const openMs = hourMs

/** The demonstration provider: its pages and data are on this server, nothing is charged or sent elsewhere. */
export function demonstrationPayment(deps: DemonstrationDeps): Payment {
  const addressOf = (page: 'checkout' | 'portail', content: DemonstrationJeton) =>
    `${deps.publicUrl}/api/stripe/demonstration/${page}?jeton=${sealJeton(deps.secrets, content)}`
  const expire = () => deps.clock.now().getTime() + openMs
  return {
    fournisseur: 'demonstration',
    pages: demonstrationPages(deps),
    tarifs: () =>
      Promise.resolve({
        BASIC: exampleOf(exampleCentimes.BASIC),
        PREMIUM: exampleOf(exampleCentimes.PREMIUM),
        VIP: exampleOf(exampleCentimes.VIP),
      }),
    openCheckout: ({ utilisateurId, plan, successUrl, cancelUrl }) => {
      const reference = `demo_${newSecret()}`
      const content = { reference, utilisateurId, plan, successUrl, cancelUrl, expire: expire() }
      return Promise.resolve(addressOf('checkout', { genre: 'checkout', ...content }))
    },
    openPortal: ({ reference, returnUrl }) =>
      Promise.resolve(addressOf('portail', { genre: 'portail', reference, returnUrl, expire: expire() })),
    changePlan: (reference, plan) => setPlan(deps, reference, plan),
    cancel: (reference) => end(deps, reference),
    // There is no webhook: its changes are returned directly.
    readNotice: () => {
      throw new PaymentForgery()
    },
    readSubscription: (reference) => readSubscriptionRow(deps, reference),
    // It has no customers.
    subscriptionsOf: () => Promise.resolve([]),
    // No message is lost: see `readNotice`.
    purchasesOf: () => Promise.resolve([]),
  }
}

function exampleOf(centimes: number): Tarif {
  return { centimes, devise: 'eur', periode: 'MOIS', exemple: true }
}

/** Verifies the tokens of the demonstration pages. */
function demonstrationPages(deps: DatabaseDeps & { readonly secrets: Secrets }): DemonstrationPages {
  const open = (jeton: string) => openJeton(deps.secrets, jeton, deps.clock.now())
  return {
    days,
    centimes: exampleCentimes,
    checkout: (jeton) => {
      const content = open(jeton)
      return content?.genre === 'checkout' ? content : null
    },
    portal: (jeton) => {
      const content = open(jeton)
      return content?.genre === 'portail' ? content : null
    },
    pay: (checkout) => pay(deps, { ...checkout, days }),
  }
}
