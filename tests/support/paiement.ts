import type { Page } from '@playwright/test'
import { type PersonneDeTest, unOrganisateur } from '#tests/support/builders.ts'
import type { Stage } from '#tests/support/stage.ts'

export const abonnementPath = '/dashboard-organisateur/abonnement'

/** An organiser without a plan; the name keeps them apart. */
export const sansPlan = (stage: Stage, prenom: string) =>
  unOrganisateur(stage, { prenom, email: `${prenom.toLowerCase()}@eclats.test` })

/** What the database has of somebody's subscription; null without any. */
export async function planOf({ parts }: Stage, { id }: PersonneDeTest) {
  const row = await parts.database
    .selectFrom('abonnement')
    .select(['plan', 'statut'])
    .where('utilisateurId', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The box of the plan that counts now. */
export const planBox = (page: Page) => page.getByRole('region', { name: /^Plan / })

/** A button of the page itself, not of its bars and menus. */
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
