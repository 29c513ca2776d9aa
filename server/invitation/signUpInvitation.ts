import { dayMs } from '#domain/contract/durations.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { countAttempt } from '../tentative/rateLimit.ts'

export interface SignUpInvitation {
  readonly acteur: ActeurConnecte
  readonly evenementId: number
  readonly email: string
  /** Network of the request, from `networkOf`. */
  readonly network: string
}

const perNetworkAndDay = { limit: 60, windowMs: dayMs }

/**
 * Limits unsolicited mail to an address: only from an organiser with a confirmed address (product 6), 60 a day per
 * network, and few per address.
 * @param invitation with a normalized email
 * @throws Problem utilisateur.email_a_confirmer, requete.trop_de_tentatives
 */
export async function limitSignUpInvitation(
  deps: DatabaseDeps,
  { acteur, email, network }: Pick<SignUpInvitation, 'acteur' | 'email' | 'network'>,
): Promise<void> {
  if (!acteur.emailConfirme) throw new Problem('utilisateur.email_a_confirmer')
  await countAttempt(deps, { cle: `invitation-reseau:${network}`, ...perNetworkAndDay })
  await limitMailTo(deps, email)
}
