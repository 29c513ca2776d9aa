// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CeQuiAttend } from '#src/features/tableau/CeQuiAttend.tsx'
import { setDeviceClock } from '../../deviceClock.ts'

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

test("names the day of a removal request from yesterday when the device's clock is a day behind", async () => {
  const now = Date.parse('2026-06-14T10:00:00.000Z')
  setDeviceClock(now, -1)
  const demandes = [{ evenementId: 7, mineur: false, nombre: 1, depuis: '2026-06-13T10:00:00.000Z' }]
  await showScreen(<CeQuiAttend evenements={[]} depuis={null} demandes={demandes} />)
  await expect.element(page.getByRole('link', { name: /le sam\. 13 juin à/ })).toBeVisible()
})
