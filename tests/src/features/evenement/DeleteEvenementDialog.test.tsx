// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeleteEvenementDialog } from '#src/features/evenement/DeleteEvenementDialog.tsx'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

afterEach(clearScreen)

test.each([
  [
    { EN_ATTENTE: 2, VALIDE: 8, ANNULE: 4 },
    /^Avec lui disparaissent 0\sphoto ou vidéo, 8\spersonnes inscrites et 2\sen attente\. Vous/,
  ],
  [{ EN_ATTENTE: 0, VALIDE: 1, ANNULE: 4 }, /^Avec lui disparaissent 0\sphoto ou vidéo et 1\spersonne inscrite\. Vous/],
])('counts people who wait apart from those registered: %o', async (inscriptions, sentence) => {
  const comptes = { ...unEvenementOrganisateur().comptes, inscriptions }
  await showScreen(<DeleteEvenementDialog evenement={unEvenementOrganisateur({ comptes })} onClose={() => undefined} />)
  await expect.element(page.getByText(sentence)).toBeVisible()
})
