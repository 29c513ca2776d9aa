import type { PlanPayant } from '#domain/abonnement/abonnement.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Secrets } from '../secrets.ts'
import { type DemonstrationJeton, openJeton } from './demonstrationJeton.ts'
import { pay } from './demonstrationBooks.ts'
import type { PaymentNotice } from './payment.ts'

type Of<G> = Extract<DemonstrationJeton, { genre: G }>

/** What stands behind the pages that the demonstration provider has on this server. */
export interface DemonstrationPages {
  /** @returns null for an address that was not given out, or too long ago */
  checkout(jeton: string): Of<'checkout'> | null
  portal(jeton: string): Of<'portail'> | null
  /** Starts the subscription; a second time it is the same one. */
  pay(checkout: Of<'checkout'>): Promise<PaymentNotice>
  /** Days that one payment would last. */
  readonly days: number
  readonly centimes: Readonly<Record<PlanPayant, number>>
}

/** Prices that nobody pays (product 18). */
export const exampleCentimes = { BASIC: 900, PREMIUM: 2900, VIP: 9900 } as const
const days = 30

/** Opens the pages' addresses with the key that sealed them. */
export function demonstrationPages(deps: DatabaseDeps & { readonly secrets: Secrets }): DemonstrationPages {
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
