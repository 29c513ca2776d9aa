import type { Page } from '@playwright/test'
import { type PersonneDeTest, unOrganisateur } from '#tests/support/builders.ts'
import type { Stage } from '#tests/support/stage.ts'

export const abonnementPath = '/dashboard-organisateur/abonnement'

/** Creates an organiser without a plan, with a unique name. */
export const sansPlan = (stage: Stage, prenom: string) =>
  unOrganisateur(stage, { prenom, email: `${prenom.toLowerCase()}@eclats.test` })

/** The subscription of a person in the database; null without one. */
export async function planOf({ parts }: Stage, { id }: PersonneDeTest) {
  const row = await parts.database
    .selectFrom('abonnement')
    .select(['plan', 'statut'])
    .where('utilisateurId', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const planBox = (page: Page) => page.getByRole('region', { name: /^Plan / })

/** A button of the page itself, not of its bars and menus. */
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
