// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DepotsChart } from '#src/features/tableau/DepotsChart.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const inscriptions = { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 0 }
const medias = { EN_ATTENTE: 0, VALIDE: 0, REJETE: 0, SUPPRIME: 0 }

afterEach(() => {
  vi.useRealTimers()
  endFakeApi()
})

test.each([
  { from: 20, hours: 5, days: "Hier et aujourd'hui" },
  { from: 23, hours: 2, days: "Hier et aujourd'hui" },
  { from: 14, hours: 5, days: 'Hier' },
])('names the days of $hours hours from $from:00 on', async ({ from, hours, days }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 14, 2, 30) })
  const depotsParHeure = Array.from({ length: hours }, (_, at) => ({
    heure: new Date(2026, 5, 13, from + at).toISOString(),
    nombre: 2,
    enAttente: 0,
  }))
  fakeApi({
    'GET /frontend/organisateur/statistiques/globales': () =>
      Response.json({ inscriptions, medias, contributeurs: 1, octets: 0, depotsParHeure }),
  })
  await showScreen(<DepotsChart />)
  await expect.element(page.getByText(days, { exact: true })).toBeVisible()
})

test('keeps the figure of the highest bar in one line', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 14, 2, 30) })
  const depotsParHeure = [3, 1204, 2].map((nombre, at) => ({
    heure: new Date(2026, 5, 14, at).toISOString(),
    nombre,
    enAttente: 0,
  }))
  fakeApi({
    'GET /frontend/organisateur/statistiques/globales': () =>
      Response.json({ inscriptions, medias, contributeurs: 1, octets: 0, depotsParHeure }),
  })
  await showScreen(
    <div style={{ width: '340px' }}>
      <DepotsChart />
    </div>,
  )
  const figure = page.getByText('1\u202F204', { exact: true })
  await expect.element(figure).toBeVisible()
  const words = document.createRange()
  words.selectNodeContents(figure.element())
  expect(words.getClientRects()).toHaveLength(1)
})
