import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { countAttempt } from '../tentative/tentative.ts'

export interface SignUpInvitation {
  readonly acteur: ActeurConnecte
  readonly evenementId: number
  readonly email: string
  /** Of the request, as `networkOf` gives it. */
  readonly network: string
}

const perNetworkAndDay = { limit: 60, windowMs: 86_400_000 }

/**
 * Limits mail to an address that has not asked for it: only from an organiser whose own address is proven (product 6),
 * 60 a day for each network, and few for each address.
 * @param wish its email normalised
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
