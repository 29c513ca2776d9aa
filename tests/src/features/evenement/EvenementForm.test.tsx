// First import: it declares the order of the style layers.
import { clearScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { beginEventForm, change, closed, create, endEventForm, field, save, seen } from './eventFormScreen.tsx'
import { serveEvent } from './serveEvent.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

beforeEach(beginEventForm)
afterEach(endEventForm)

const submit = () => page.getByRole('button', { name: 'Créer et voir le QR code' }).click()
const sentences = [
  phrases.evenementTitreRequis,
  phrases.evenementDescriptionRequise,
  phrases.evenementDateDebutRequise,
  phrases.evenementDateFinRequise,
  phrases.evenementDatesOrdre,
  phrases.evenementLieuRequis,
  phrases.evenementCapaciteMin,
]
const shownSentences = () => sentences.filter((sentence) => document.body.textContent.includes(sentence))

test('shows one error at a time, in the order of the specification', async () => {
  await create()
  await expect.element(page.getByRole('dialog', { name: phrases.evenementCreerTitre })).toBeVisible()
  for (const name of ['Description', 'Début', 'Fin', 'Lieu']) await field(name).fill('')
  const steps: [string, () => Promise<void>][] = [
    [phrases.evenementTitreRequis, () => field('Titre').fill('   ')],
    [phrases.evenementTitreRequis, () => field('Titre').fill('Les 80 ans')],
    [phrases.evenementDescriptionRequise, () => field('Description').fill('Une fête')],
    [phrases.evenementDateDebutRequise, () => field('Début').fill('2027-06-12T18:00')],
    [phrases.evenementDateFinRequise, () => field('Fin').fill('2027-06-12T18:00')],
    [phrases.evenementDatesOrdre, () => field('Fin').fill('2027-06-12T23:00')],
    [phrases.evenementLieuRequis, () => field('Lieu').fill('Talloires')],
  ]
  for (const [sentence, fix] of steps) {
    await submit()
    await expect.poll(shownSentences).toEqual([sentence])
    await fix()
    await expect.poll(shownSentences).toEqual([])
  }
  await field('Capacité maximale').fill('0')
  await submit()
  await expect.poll(shownSentences).toEqual([phrases.evenementCapaciteMin])
  expect(closed()).toBe(0)
})

test('trims texts, and shows a refusal of the server in the form', async () => {
  const bodies: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (input instanceof Request) bodies.push(await input.json())
    return Response.json(
      { code: 'evenement.quota_atteint', message: "Quota d'événements actifs (3) atteint." },
      { status: 400 },
    )
  })
  await create()
  await field('Titre').fill('  Les 80 ans ')
  await field('Description').fill('Une fête')
  await field('Début').fill('2027-06-12T18:00')
  await field('Fin').fill('2027-06-12T23:00')
  await field('Lieu').fill('Talloires ')
  await submit()
  await expect.element(page.getByText("Quota d'événements actifs (3) atteint.")).toBeVisible()
  const { timeZone: fuseau } = Intl.DateTimeFormat().resolvedOptions()
  expect(bodies).toMatchObject([
    { titre: 'Les 80 ans', lieu: 'Talloires', visibilite: 'PRIVE', capaciteMax: null, fuseau },
  ])
  expect(closed()).toBe(0)
})

test('shows errors for a skipped local time and for letters in a number at their fields', async () => {
  await create()
  await field('Titre').fill('Les 80 ans')
  await field('Description').fill('Une fête')
  await field('Fuseau horaire').selectOptions('America/New_York')
  await field('Début').fill('2027-03-14T02:30')
  await field('Fin').fill('2027-03-14T23:00')
  await field('Lieu').fill('Brooklyn')
  await submit()
  const gap = page.getByText(/^Cette heure n'existe pas ce jour-là \(heure de New York\).* Choisissez 03:30$/)
  await expect.element(gap).toBeVisible()
  await field('Fuseau horaire').selectOptions('Europe/Paris')
  await field('Capacité maximale').click()
  await userEvent.keyboard('1e')
  await submit()
  await expect.element(gap).not.toBeInTheDocument()
  await expect.poll(shownSentences).toEqual([phrases.evenementCapaciteMin])
  expect(closed()).toBe(0)
})

test.for(['0026-06-14T18:30', '20266-06-14T22:30'])('says which years are possible for the start %s', async (typed) => {
  await create()
  await field('Titre').fill('Les 80 ans')
  await field('Début').fill('2027-06-12T18:00')
  await expect.element(field('Fin')).toHaveValue('2027-06-12T23:00')
  await field('Début').fill(typed)
  await submit()
  await expect.element(field('Début')).toHaveAccessibleDescription('La date de début doit être entre 1900 et 2999')
  await field('Début').fill('2027-06-13T18:00')
  await expect.element(field('Fin')).toHaveValue('2027-06-13T23:00')
  expect(closed()).toBe(0)
})

test('sends only the changed fields, with the version that was loaded', async () => {
  const sent = serveEvent(seen)
  await change()
  await field('Titre').fill('Noces')
  await save()
  await expect.poll(closed).toBe(1)
  expect(sent).toEqual([{ method: 'PATCH', version: '"3"', body: { titre: 'Noces' } }])
})

test('merges remote changes and saves when no field was changed on both sides', async () => {
  const sent = serveEvent({ ...seen, statut: 'EN_COURS', lieu: 'Genève', version: 5 })
  await change()
  await field('Titre').fill('Noces')
  await save()
  await expect.poll(closed).toBe(1)
  expect(sent.map(({ version, body }) => ({ version, body }))).toEqual([
    { version: '"3"', body: { titre: 'Noces' } },
    { version: '"5"', body: { titre: 'Noces' } },
  ])
})

test('shows both values of a field that was changed on both sides, and saves the chosen one', async () => {
  const sent = serveEvent({ ...seen, titre: 'Bal', lieu: 'Genève', version: 5 })
  await change()
  await field('Titre').fill('Noces')
  await field('Lieu').fill('Lyon')
  await save()
  await expect.element(page.getByText(/à 18:02 depuis un autre écran/)).toBeVisible()
  expect(page.getByRole('group', { name: 'Titre' }).element().textContent).toMatch(/Noces.*Bal/)
  await save()
  await expect.element(page.getByText('Choisissez une des deux valeurs')).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Garder le mien : Titre' }).click()
  await page.getByRole('button', { name: "Prendre l'enregistré : Lieu" }).click()
  await expect.element(field('Lieu')).toHaveValue('Genève')
  await save()
  await expect.poll(closed).toBe(1)
  expect(sent[1]).toEqual({ method: 'PATCH', version: '"5"', body: { titre: 'Noces' } })
})

test('asks again about a conflict when the form is reopened before the choice', async () => {
  const sent = serveEvent({ ...seen, titre: 'Bal', version: 5 })
  await change()
  await field('Titre').fill('Noces')
  await save()
  await expect.element(page.getByRole('group', { name: 'Titre' })).toBeVisible()
  clearScreen()
  await change()
  await expect.element(field('Titre')).toHaveValue('Noces')
  await save()
  await expect.element(page.getByRole('group', { name: 'Titre' })).toBeVisible()
  expect(sent.map(({ version }) => version)).toEqual(['"3"', '"3"'])
  expect(closed()).toBe(0)
})

test("shows the server's message for a low capacity at the field", async () => {
  const message = 'La capacité maximale ne peut pas être inférieure à 4'
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ code: 'evenement.capacite', message }, { status: 409 })),
  )
  await change()
  await field('Capacité maximale').fill('3')
  await save()
  await expect.element(field('Capacité maximale')).toHaveAccessibleDescription(message)
})

test('sends once when the form is submitted twice at once', async () => {
  const sent = serveEvent(seen)
  await change()
  await field('Titre').fill('Noces')
  const form = document.querySelector('form')
  form?.requestSubmit()
  form?.requestSubmit()
  await expect.poll(closed).toBe(1)
  expect(sent).toHaveLength(1)
})

test('creates one event when the answer of the first attempt was lost', async () => {
  const created: unknown[] = []
  const changed: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = new Request(input)
    if (request.method === 'GET') return Response.json([unEvenementOrganisateur({ capaciteMax: null })])
    const body: unknown = await request.json()
    if (request.method === 'PATCH') {
      changed.push(body)
      return Response.json(unEvenementOrganisateur())
    }
    created.push(body)
    // The server creates the event; the network fails before its answer arrives.
    throw new TypeError('network failed')
  })
  await create()
  await fillNew()
  await submit()
  await expect.element(page.getByText('Le serveur ne répond pas.', { exact: false })).toBeVisible()
  // What the person has changed since is saved in the same event.
  await field('Lieu').fill('Annecy')
  await submit()
  await expect.poll(closed).toBe(1)
  expect(created).toHaveLength(1)
  expect(changed).toEqual([{ lieu: 'Annecy' }])
})

test('sends the same key after a lost answer when the page was reloaded', async () => {
  const keys: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = new Request(input)
    if (request.method === 'GET') return Response.json([])
    keys.push(((await request.json()) as { cle: unknown }).cle)
    if (keys.length === 1) throw new TypeError('network failed')
    return Response.json(unEvenementOrganisateur())
  })
  await create()
  await fillNew()
  await submit()
  await expect.element(page.getByText('Le serveur ne répond pas.', { exact: false })).toBeVisible()
  clearScreen()
  await create()
  await submit()
  await expect.poll(closed).toBe(1)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

async function fillNew(): Promise<void> {
  await field('Titre').fill('Les 80 ans')
  await field('Description').fill('Une fête')
  await field('Fuseau horaire').selectOptions('Europe/Paris')
  await field('Début').fill('2027-06-12T18:00')
  await field('Fin').fill('2027-06-12T23:00')
  await field('Lieu').fill('Talloires')
}
