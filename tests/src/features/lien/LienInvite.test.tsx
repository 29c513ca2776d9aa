// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { typographie } from '#domain/texte/typographie.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { LienInvite } from '#src/features/lien/LienInvite.tsx'

const lien: LienPublic = {
  entree: 'DIRECTE',
  identite: 'PRENOM',
  ouvert: true,
  evenement: {
    id: 7,
    titre: 'Bal',
    dateDebut: '2026-07-01T18:00:00.000Z',
    dateFin: '2026-07-01T22:00:00.000Z',
    fuseau: 'Europe/Paris',
    lieu: 'Le quai',
    statut: 'PLANIFIE',
    galeriePour: 'PENDANT',
    createur: { prenom: 'Claire' },
  },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const showForm = () => showScreen(<LienInvite code="abcdefghijklmnopqrstuv" lien={lien} politique={null} />)

afterEach(clearScreen)

test('moves the focus to the field of the name when it is added', async () => {
  await showForm()
  await button('Ajouter un nom').click()
  await expect.element(page.getByLabelText('Votre nom')).toHaveFocus()
})

test('moves the focus to the title after a refusal, and back to its button when the choice is reviewed', async () => {
  await showForm()
  await button('Refuser').click()
  const title = typographie("Vous avez refusé : rien n'est enregistré")
  await expect.element(page.getByRole('heading', { name: title })).toHaveFocus()
  await button('Revoir mon choix').click()
  await expect.element(button('Refuser')).toHaveFocus()
})
