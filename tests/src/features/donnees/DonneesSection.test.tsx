// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DonneesSection } from '#src/features/donnees/DonneesSection.tsx'
import { sentenceOfErased } from '#src/features/donnees/suppression.ts'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'

const read = 'GET /frontend/participant/data'
const button = page.getByRole('button', { name: 'Exporter mes données' })
const sheet = page.getByRole('dialog', { name: "Confirmez que c'est vous" })
const field = sheet.getByLabelText('Mot de passe actuel', { exact: true })
const required = () => refusal(403, 'utilisateur.mot_de_passe_requis', 'Votre mot de passe est demandé.')
const wrong = () => refusal(403, 'utilisateur.mot_de_passe_incorrect', 'Mot de passe incorrect.')

const props = { role: 'PARTICIPANT', invite: false, hasConfirmedEmail: true, envois: null } as const
const erase = 'DELETE /frontend/participant/data'
const question = page.getByRole('alertdialog', { name: 'Supprimer mon compte' })
const askToErase = () => page.getByRole('button', { name: 'Supprimer mon compte' }).click()
const failing = () => Promise.reject<Response>(new TypeError('no network'))

afterEach(endFakeApi)

test('asks for the password after an old login, and again when it is wrong', async () => {
  let answer = required
  fakeApi({ [read]: () => answer() })
  await showScreen(<DonneesSection {...props} />)
  await button.click()
  await expect.element(field).toHaveFocus()
  answer = wrong
  await field.fill('Souvenirs2025!')
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(sheet.getByText('Mot de passe incorrect.')).toBeVisible()
  await expect.element(field).toHaveFocus()
})

test('closes the question about the password when the export fails for another reason, and shows that one', async () => {
  let answer = required
  fakeApi({ [read]: () => answer() })
  await showScreen(<DonneesSection {...props} />)
  await button.click()
  answer = () => refusal(429, 'requete.trop_de_tentatives', 'Trois exports par jour.')
  await field.fill('Souvenirs2026!')
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect.element(page.getByText('Trois exports par jour.')).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('shows any other refusal without asking for the password', async () => {
  fakeApi({ [read]: () => refusal(429, 'requete.trop_de_tentatives', 'Trois exports par jour.') })
  await showScreen(<DonneesSection {...props} />)
  await button.click()
  await expect.element(page.getByText('Trois exports par jour.')).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('requests one export when its button is pressed twice', async () => {
  const calls = fakeApi({ [read]: () => new Promise<Response>(() => {}) })
  await showScreen(<DonneesSection {...props} />)
  await userEvent.dblClick(button)
  await expect.poll(() => calls).toContain(read)
  expect(calls).toEqual([read])
})

test('promises a mailed link to the data of a deleted account with a confirmed address', async () => {
  fakeApi({ [erase]: failing })
  await showScreen(<DonneesSection {...props} />)
  await askToErase()
  await expect.element(question.getByText(/par un lien envoyé à votre adresse confirmée/)).toBeVisible()
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect.element(question.getByText(/un lien vers vos données vous est envoyé/)).toBeVisible()
  expect(sentenceOfErased({ isFileHere: false, hasConfirmedEmail: true })).toContain('un lien vous est envoyé')
})

test('promises no mail without a confirmed address, and names what a guest has', async () => {
  fakeApi({ [erase]: failing })
  await showScreen(<DonneesSection {...props} invite hasConfirmedEmail={false} />)
  await askToErase()
  await expect.element(question.getByText(/^Sans adresse confirmée/)).toBeVisible()
  await expect.element(question.getByText('Votre prénom et vos notifications.')).toBeVisible()
  await expect.element(question.getByText('Votre inscription.', { exact: true })).toBeVisible()
  expect(question.getByText(/un lien envoyé/).query()).toBeNull()
  expect(page.getByText(/prévenu\(e\) deux fois/).query()).toBeNull()
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect.element(question.getByText(/Votre compte est peut-être effacé malgré tout/)).toBeVisible()
  expect(sentenceOfErased({ isFileHere: false, hasConfirmedEmail: false })).not.toContain('est envoyé')
})

test('says to an organiser that deleted events can no longer be restored', async () => {
  fakeApi({})
  await showScreen(<DonneesSection {...{ ...props, role: 'ORGANISATEUR' }} />)
  await askToErase()
  await expect.element(question.getByText(/^Vos événements supprimés et leurs photos/)).toBeVisible()
  await expect.element(question.getByText(/^Les liens et les invitations ouvertes/)).toBeVisible()
})
