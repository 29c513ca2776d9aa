// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { evenementOrganisateurQuery, evenementsOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { EvenementStatut } from '#src/features/evenement/EvenementStatut.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

const select = page.getByRole('combobox', { name: 'Statut de Les 80 ans' })
const statutCall = 'PUT /frontend/organisateur/evenements/7/statut'

afterEach(endFakeApi)

test('keeps the focus while a change is saved, and saves the next one after it', async () => {
  const saved = Promise.withResolvers<Response>()
  const calls = fakeApi({
    'GET /frontend/organisateur/evenements': () => Response.json([unEvenementOrganisateur()]),
    [statutCall]: async () => (await saved.promise).clone(),
  })
  await showScreen(<Statut />)
  await select.click()
  await userEvent.selectOptions(select, 'EN_COURS')
  await expect.poll(() => calls.filter((call) => call === statutCall)).toHaveLength(1)
  await userEvent.selectOptions(select, 'PLANIFIE')
  await expect.element(select).toHaveFocus()
  expect(calls.filter((call) => call === statutCall)).toHaveLength(1)
  saved.resolve(Response.json(unEvenementOrganisateur({ statut: 'EN_COURS' })))
  await expect.poll(() => calls.filter((call) => call === statutCall)).toHaveLength(2)
  await expect.element(select).toHaveValue('PLANIFIE')
  await expect.element(select).toHaveFocus()
})

test("shows the chosen statut at once on the event's own page, and the former one after a refusal", async () => {
  const saved = Promise.withResolvers<Response>()
  fakeApi({
    'GET /frontend/organisateur/evenements/7': () => Response.json(unEvenementOrganisateur()),
    [statutCall]: () => saved.promise,
  })
  await showScreen(<StatutOfPage />)
  await expect.element(select).toHaveValue('PLANIFIE')
  await userEvent.selectOptions(select, 'EN_COURS')
  await new Promise(requestAnimationFrame)
  await expect.element(select).toHaveValue('EN_COURS')
  saved.resolve(refusal(403, 'evenement.acces_refuse', "Cet événement n'est pas le vôtre."))
  await expect.element(select).toHaveValue('PLANIFIE')
})

function StatutOfPage() {
  const evenement = useQuery(evenementOrganisateurQuery(7)).data
  return evenement && <EvenementStatut evenement={evenement} />
}

function Statut() {
  const evenement = useQuery(evenementsOrganisateurQuery).data?.[0]
  return evenement && <EvenementStatut evenement={evenement} />
}
