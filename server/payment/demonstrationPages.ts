import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Secrets } from '../secrets.ts'
import { openJeton } from './demonstrationJeton.ts'
import { pay } from './demonstrationLedger.ts'
import type { DemonstrationPages } from './payment.ts'

/** Example prices that are not charged (product 18). */
export const exampleCentimes = { BASIC: 900, PREMIUM: 2900, VIP: 9900 } as const
const days = 30

/** Verifies the tokens of the demonstration pages. */
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
