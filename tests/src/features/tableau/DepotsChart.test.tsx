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
