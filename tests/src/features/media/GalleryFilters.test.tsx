// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { GalleryFilters } from '#src/features/media/GalleryFilters.tsx'
import type { GalleryFilter } from '#src/features/media/galleryFilterNames.ts'

afterEach(clearScreen)

const entree = (id: number, prenom: string): EntreeGalerie => ({
  id,
  minute: 29_700_000,
  ratio: 1,
  auteur: { id: id % 2, prenom, nom: 'Lambert' },
  statut: 'VALIDE',
  type: 'IMAGE',
  favori: false,
  apercu: true,
})
const entrees = [entree(1, 'Zoé'), entree(2, 'Ada'), entree(3, 'Zoé')]

function Filters() {
  const [filter, setFilter] = useState<GalleryFilter>({ filtre: 'TOUS' })
  return (
    <GalleryFilters
      {...{ entrees, filter }}
      now={0}
      utilisateurId={9}
      space="participant"
      onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
    />
  )
}

test('announces the number of media of an author', async () => {
  await page.viewport(1280, 800)
  await showScreen(<Filters />)
  await page.getByLabelText('Auteur').selectOptions('Zoé Lambert')
  const announced = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(announced).toEqual(['2\u00A0médias trouvés'])
})
