// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeleteEvenementDialog } from '#src/features/evenement/DeleteEvenementDialog.tsx'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

afterEach(clearScreen)

const none = { EN_ATTENTE: 0, VALIDE: 0, REJETE: 0 }

test.each([
  [
    none,
    { EN_ATTENTE: 2, VALIDE: 8, ANNULE: 4 },
    /^Avec lui disparaissent 8\spersonnes inscrites et 2\sdemandes en attente\. V/,
  ],
  [none, { EN_ATTENTE: 0, VALIDE: 1, ANNULE: 4 }, /^Avec lui disparaît 1\spersonne inscrite\. Vous/],
  [
    { EN_ATTENTE: 1, VALIDE: 2, REJETE: 3 },
    { EN_ATTENTE: 1, VALIDE: 1, ANNULE: 0 },
    /^Avec lui disparaissent 6\sphotos et vidéos, 1\spersonne inscrite et 1\sdemande en attente\. Vous/,
  ],
  [none, { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 4 }, /^Vous pouvez encore le restaurer pendant 30 jours\.$/],
])(
  'names what an event with %o and %o loses, and nothing that it does not have',
  async (medias, inscriptions, sentence) => {
    const comptes = { medias: { ...medias, SUPPRIME: 0 }, inscriptions }
    await showScreen(
      <DeleteEvenementDialog evenement={unEvenementOrganisateur({ comptes })} onClose={() => undefined} />,
    )
    await expect.element(page.getByText(sentence)).toBeVisible()
  },
)
