// First: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { EvenementForm } from '#src/features/evenement/EvenementForm.tsx'
import { unToken } from '../../token.ts'

let closed = 0
beforeEach(() => {
  closed = 0
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
})
afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
  signOut('choix')
})

const submit = () => page.getByRole('button', { name: "Créer l'événement" }).click()
const field = (name: string) => page.getByLabelText(name, { exact: true })
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

test('the checks speak one at a time, in the order of the specification', async () => {
  await showScreen(<EvenementForm evenement={undefined} onClose={() => (closed += 1)} />)
  await expect.element(page.getByRole('dialog', { name: phrases.evenementCreerTitre })).toBeVisible()
  const steps: [string, () => Promise<void>][] = [
    [phrases.evenementTitreRequis, () => field('Titre').fill('   ')],
    [phrases.evenementTitreRequis, () => field('Titre').fill('Les 80 ans')],
    [phrases.evenementDescriptionRequise, () => field('Description').fill('Une fête')],
    [phrases.evenementDateDebutRequise, () => field('Début').fill('2027-06-12T18:00')],
    [phrases.evenementDateFinRequise, () => field('Fin').fill('2027-06-12T18:00')],
    [phrases.evenementDatesOrdre, () => field('Fin').fill('2027-06-12T23:00')],
    [phrases.evenementLieuRequis, () => field('Lieu').fill('Talloires')],
  ]
  for (const [sentence, mend] of steps) {
    await submit()
    await expect.poll(shownSentences).toEqual([sentence])
    await mend()
    await expect.poll(shownSentences).toEqual([])
  }
  await field('Capacité maximale').fill('0')
  await submit()
  await expect.poll(shownSentences).toEqual([phrases.evenementCapaciteMin])
  expect(closed).toBe(0)
})

test('texts are trimmed on sending, and a refusal of the server is shown in the form', async () => {
  const bodies: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (input instanceof Request) bodies.push(await input.json())
    return Response.json(
      { code: 'evenement.quota_atteint', message: "Quota d'événements actifs (3) atteint." },
      { status: 400 },
    )
  })
  await showScreen(<EvenementForm evenement={undefined} onClose={() => (closed += 1)} />)
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
  expect(closed).toBe(0)
})

test('a time that the clocks of the zone skip, and letters for a number, are said at their fields', async () => {
  await showScreen(<EvenementForm evenement={undefined} onClose={() => (closed += 1)} />)
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
  expect(closed).toBe(0)
})
