// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OrganisateurEvenementCard } from '#src/features/evenement/OrganisateurEvenementCard.tsx'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

afterEach(clearScreen)

test('separates the thousands of its numbers', async () => {
  const comptes = {
    inscriptions: { EN_ATTENTE: 0, VALIDE: 1250, ANNULE: 0 },
    medias: { EN_ATTENTE: 2480, VALIDE: 10_000, REJETE: 0, SUPPRIME: 0 },
  }
  const evenement = unEvenementOrganisateur({ capaciteMax: 2000, comptes })
  const none = () => undefined
  await showScreen(
    <ul>
      <OrganisateurEvenementCard evenement={evenement} onEdit={none} onDelete={none} />
    </ul>,
  )
  await expect.element(page.getByText('1\u202F250 sur 2\u202F000 inscrits')).toBeVisible()
  await expect.element(page.getByText('12\u202F480 médias')).toBeVisible()
  await expect.element(page.getByText('2\u202F480 en attente')).toBeVisible()
})
