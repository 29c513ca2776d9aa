// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CeQuiAttend } from '#src/features/tableau/CeQuiAttend.tsx'

afterEach(clearScreen)

// The counts of the dashboard do not separate videos from photos.
test.each([
  { nombre: 1, says: /^Retirer un média : un mineur/ },
  { nombre: 2, says: /^Retirer 2 médias : des mineurs/ },
])('calls $nombre media that show minors média, which may be videos', async ({ nombre, says }) => {
  const demandes = [{ evenementId: 7, mineur: true, nombre }]
  await showScreen(<CeQuiAttend evenements={[]} depuis={null} demandes={demandes} />)
  await expect.element(page.getByRole('link', { name: says })).toBeVisible()
})
