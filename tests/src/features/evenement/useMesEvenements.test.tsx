// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { useIsEvenementGone } from '#src/features/evenement/useMesEvenements.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const list = 'GET /inscriptions/me/evenements-inscrits'

afterEach(endFakeApi)

function Gone() {
  const { status } = useQuery(mesEvenementsQuery)
  return <output>{`${status} ${String(useIsEvenementGone()(7))}`}</output>
}
const shown = () => document.querySelector('output')?.textContent

test('calls an event gone once the server has answered without it', async () => {
  fakeApi({ [list]: () => Response.json([]) })
  await showScreen(<Gone />)
  await expect.poll(shown).toBe('success true')
})

test('calls no event gone when the server does not answer, or when the list is older than the page', async () => {
  fakeApi({ [list]: () => refusal(500, 'interne', 'Une erreur est survenue.') })
  await showScreen(<Gone />)
  await expect.poll(shown).toBe('error false')
  endFakeApi()

  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 60_000)
  fakeApi({ [list]: () => Response.json([]) })
  await showScreen(<Gone />)
  await expect.poll(shown).toBe('success false')
})
