// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Inscription } from '#domain/inscription/inscription.ts'
import { inscriptionsQuery } from '#src/features/inscription/inscription.queries.ts'
import type { View } from '#src/features/inscription/inscriptionList.ts'
import { InscriptionsList } from '#src/features/inscription/InscriptionsList.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const inscription = (id: number, prenom: string): Inscription => ({
  id,
  user: { id, prenom, nom: 'Martin', email: `${prenom.toLowerCase()}@demo.eclats.test`, invite: false },
  dateInscription: '2026-06-01T10:00:00.000Z',
  statutInscription: 'EN_ATTENTE',
  typeParticipation: 'SUR_PLACE',
  lienId: null,
})
const guest = (id: number, prenom: string): Inscription => {
  const { user, ...account } = inscription(id, prenom)
  return { ...account, user: { ...user, email: '', invite: true } }
}
const dialog = page.getByRole('alertdialog')
const select = async (...names: string[]) => {
  for (const name of names) await page.getByRole('checkbox', { name: `Sélectionner ${name} Martin` }).click()
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

const whole: View = { q: '', statut: 'TOUTES', lien: 'TOUS', tri: 'attente' }
const liens = new Map([[5, 'du 1er juin, 12:00']])

function List({ first = whole }: { first?: View }) {
  const inscriptions = useQuery(inscriptionsQuery(7)).data ?? []
  const [view, setView] = useState(first)
  return (
    <section>
      <h2>Inscriptions</h2>
      <InscriptionsList
        evenementId={7}
        titre="Bal"
        inscriptions={inscriptions}
        liens={liens}
        view={view}
        onView={(change) => setView({ ...view, ...change })}
      />
    </section>
  )
}

afterEach(endFakeApi)

test('moves the focus to the next registration, then to the heading, when one is validated or refused', async () => {
  let all = [inscription(1, 'Karim'), inscription(2, 'Nina'), inscription(3, 'Zoe')]
  const decide = (id: number, statutInscription: Inscription['statutInscription']) => () => {
    all = all.map((one) => (one.id === id ? { ...one, statutInscription } : one))
    return Response.json(all.find((one) => one.id === id))
  }
  fakeApi({
    'GET /frontend/organisateur/evenements/7/participants': () => Response.json(all),
    'PUT /inscriptions/1/statut': decide(1, 'VALIDE'),
    'PUT /inscriptions/2/statut': decide(2, 'ANNULE'),
    'PUT /inscriptions/3/statut': decide(3, 'VALIDE'),
  })
  await showScreen(<List />)
  await button('Valider Karim Martin').click()
  await expect.element(button('Valider Nina Martin')).toHaveFocus()
  await button("Refuser l'inscription de Nina Martin").click()
  await button("Refuser l'inscription").click()
  await expect.element(button("Refuser l'inscription de Zoe Martin")).toHaveFocus()
  await button('Valider Zoe Martin').click()
  await expect.element(page.getByRole('heading', { name: 'Inscriptions' })).toHaveFocus()
})

test('clears the search and the filters, and keeps the order, when no registration matches them', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/participants': () =>
      Response.json([inscription(1, 'Karim'), inscription(2, 'Nina')]),
  })
  await showScreen(<List first={{ q: 'nulle part', statut: 'ANNULE', lien: 5, tri: '-nom' }} />)
  await button('Effacer les filtres').click()
  await expect.element(button('Valider Nina Martin')).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(page.getByLabelText('Trier les inscriptions')).toHaveValue('-nom')
  await expect.element(page.getByRole('heading', { name: 'Inscriptions' })).toHaveFocus()
})

test('offers to filter by link when people came in two ways, and says by which link each came', async () => {
  let all: Inscription[] = [{ ...inscription(1, 'Karim'), lienId: 5 }]
  fakeApi({ 'GET /frontend/organisateur/evenements/7/participants': () => Response.json(all) })
  await showScreen(<List />)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const filter = page.getByLabelText('Filtrer par lien')
  await expect.element(row('Karim')).toMatchTextContent(/Par le lien du 1er juin, 12:00/)
  expect(filter.query()).toBeNull()
  clearScreen()
  all = [...all, { ...inscription(2, 'Nina'), lienId: 6 }, inscription(3, 'Zoe')]
  await showScreen(<List />)
  await expect.element(row('Nina')).toMatchTextContent(/Par un lien/)
  await expect.element(row('Zoe')).not.toMatchTextContent(/lien/)
  const names = [...filter.element().querySelectorAll('option')].map(({ label }) => label)
  expect(names).toEqual(['Toutes les arrivées', 'Lien du 1er juin, 12:00 (1)', 'Lien inconnu (1)', 'Sans lien (1)'])
  await filter.selectOptions('Sans lien (1)')
  await expect.element(row('Karim')).not.toBeInTheDocument()
  await expect.element(row('Zoe')).toBeVisible()
  await filter.selectOptions('Lien inconnu (1)')
  await expect.element(row('Zoe')).not.toBeInTheDocument()
  await expect.element(row('Nina')).toBeVisible()
})

test('moves the focus to the heading when the selected registrations are validated', async () => {
  let statutInscription: Inscription['statutInscription'] = 'EN_ATTENTE'
  fakeApi({
    'GET /frontend/organisateur/evenements/7/participants': () =>
      Response.json([{ ...inscription(1, 'Karim'), statutInscription }]),
    'PUT /inscriptions/1/statut': () => {
      statutInscription = 'VALIDE'
      return Response.json({ ...inscription(1, 'Karim'), statutInscription })
    },
  })
  await showScreen(<List />)
  await select('Karim')
  await button('Valider 1').click()
  await dialog.getByRole('button', { name: 'Valider 1' }).click()
  await expect.element(page.getByRole('heading', { name: 'Inscriptions' })).toHaveFocus()
})

test('asks about one selected registration in the singular, and shows its validation as no danger', async () => {
  fakeApi({ 'GET /frontend/organisateur/evenements/7/participants': () => Response.json([inscription(1, 'Karim')]) })
  await showScreen(<List />)
  await select('Karim')
  await button('Valider 1').click()
  await expect.element(dialog).toMatchTextContent(/Cette personne verra l'événement et pourra y participer/)
  const colorOf = (name: string) => getComputedStyle(dialog.getByRole('button', { name }).element()).backgroundColor
  const validation = colorOf('Valider 1')
  await dialog.getByRole('button', { name: 'Retour' }).click()
  await button('Refuser 1').click()
  await expect.element(dialog).toMatchTextContent(/Cette personne ne verra plus l'événement/)
  expect(colorOf('Refuser 1')).not.toBe(validation)
})

test('names the photos of one selected person in the singular', async () => {
  const valide = { ...inscription(1, 'Karim'), statutInscription: 'VALIDE' }
  fakeApi({ 'GET /frontend/organisateur/evenements/7/participants': () => Response.json([valide]) })
  await showScreen(<List first={{ ...whole, statut: 'VALIDE' }} />)
  await select('Karim')
  await button('Annuler 1').click()
  await expect.element(dialog.getByLabelText("Ses photos dans l'événement")).toBeVisible()
})

test('says before a guest is refused that a link still lets them in, and promises no invitation', async () => {
  fakeApi({ 'GET /frontend/organisateur/evenements/7/participants': () => Response.json([guest(1, 'Marie')]) })
  await showScreen(<List />)
  await button("Refuser l'inscription de Marie Martin").click()
  await expect.element(dialog).toMatchTextContent(/sera déconnectée.*révoquez aussi le lien/)
  expect(dialog.element().textContent).not.toMatch(/invitation/)
})

test.each([
  { others: [inscription(2, 'Nina')], says: /celles qui ont un compte.*Celles sans compte.*révoquez aussi le lien/ },
  { others: [guest(2, 'Nina')], says: /plus l'événement et seront déconnectées.*révoquez aussi le lien/ },
])('says what follows for guests and for accounts when several are refused', async ({ others, says }) => {
  const all = [guest(1, 'Marie'), ...others]
  fakeApi({ 'GET /frontend/organisateur/evenements/7/participants': () => Response.json(all) })
  await showScreen(<List />)
  await select('Marie', 'Nina')
  await button('Refuser 2').click()
  await expect.element(dialog).toMatchTextContent(says)
})

test.each([429, 503])('stops the selected registrations when the server answers %i to the first', async (status) => {
  const calls = fakeApi({
    'GET /frontend/organisateur/evenements/7/participants': () =>
      Response.json([inscription(1, 'Karim'), inscription(2, 'Nina')]),
    'PUT /inscriptions/1/statut': () => refusal(status, 'panne', 'Plus tard.'),
    'PUT /inscriptions/2/statut': () => refusal(status, 'panne', 'Plus tard.'),
  })
  await showScreen(<List />)
  await select('Karim', 'Nina')
  await button('Valider 2').click()
  await dialog.getByRole('button', { name: 'Valider 2' }).click()
  await expect.element(page.getByText(/Plus tard/).first()).toBeVisible()
  await expect.element(button('Valider 2')).toBeEnabled()
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
})

test.each([
  { screen: 1000, list: '52rem' },
  { screen: 1200, list: '56rem' },
  { screen: 1280, list: '61rem' },
])('keeps the date on one line when the screen is $screen pixels wide', async ({ screen, list }) => {
  await page.viewport(screen, 800)
  fakeApi({
    'GET /frontend/organisateur/evenements/7/participants': () => Response.json([inscription(1, 'Jeanne')]),
  })
  await showScreen(
    <main style={{ width: list }}>
      <List />
    </main>,
  )
  const date = page.getByRole('table').getByText(/juin/)
  await expect.element(date).toBeVisible()
  expect(date.element().getClientRects()).toHaveLength(1)
})
