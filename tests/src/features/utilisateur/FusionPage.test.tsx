// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phrases } from '#domain/texte/phrases.ts'
import type { Fusion } from '#domain/utilisateur/fusion.ts'
import { ConfirmationPage } from '#src/features/utilisateur/ConfirmationPage.tsx'
import { FusionPage } from '#src/features/utilisateur/FusionPage.tsx'
import { ResendButton } from '#src/features/utilisateur/ResendButton.tsx'
import { ResetPasswordPage } from '#src/features/utilisateur/ResetPasswordPage.tsx'
import { RestaurerPage } from '#src/features/utilisateur/RestaurerPage.tsx'

const participant = { role: 'PARTICIPANT' } as const
const unreachable = 'Le serveur ne répond pas. Vérifiez votre connexion.'
const fusion: Fusion = {
  prenom: 'Nadia',
  email: 'lea@eclats.test',
  evenement: { id: 1, titre: 'Fête du lac' },
  medias: 1,
}

afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  clearScreen()
})

function cutNetwork() {
  onlineManager.setOnline(false)
  return vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
}

test('says that the link cannot be read without network, and reads it when there is some', async () => {
  const network = cutNetwork()
  await showScreen(<FusionPage token="jeton" />)
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  network.mockImplementation(() => Promise.resolve(Response.json(fusion)))
  onlineManager.setOnline(true)
  await expect.element(page.getByRole('button', { name: /réunir/ })).toBeVisible()
})

test('offers to confirm an address again when there was no network, not another mail', async () => {
  const network = cutNetwork()
  await showScreen(<ConfirmationPage token="jeton" {...participant} />)
  await expect.element(page.getByRole('alert').getByText(unreachable)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Renvoyer/ })).not.toBeInTheDocument()
  network.mockImplementation(() => Promise.resolve(Response.json({ message: 'Adresse confirmée' })))
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test.each([429, 500, 503])('offers to confirm an address again when the server answers %i', async (status) => {
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => failing(status))
  await showScreen(<ConfirmationPage token="jeton" {...participant} />)
  const sentence = status === 429 ? busy : phrases.erreurSurvenue
  await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible()
  expect(page.getByRole('button', { name: /Renvoyer/ }).query()).toBeNull()
  network.mockImplementation(() => Promise.resolve(Response.json({ message: 'Adresse confirmée' })))
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
})

test.each([
  {
    role: 'ORGANISATEUR',
    says: /inviter toute personne/,
    link: 'Voir mes événements',
    to: '/organizer/evenements',
  },
  { role: 'PARTICIPANT', says: /répondre aux invitations/, link: 'Voir mes événements', to: '/participant/evenements' },
  {
    role: 'ADMINISTRATEUR',
    says: /^Votre adresse est confirmée$/,
    link: 'Voir les utilisateurs',
    to: '/admin-settings',
  },
] as const)('says what a confirmed address permits to $role', async ({ role, says, link, to }) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ message: 'Adresse confirmée' }))
  await showScreen(<ConfirmationPage token="jeton" role={role} />)
  const heading = page.getByRole('heading', { name: 'Votre adresse est confirmée' })
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', to)
  expect(page.getByRole('main').element().textContent?.replace(link, '')).toMatch(says)
})

test('leads to the profile when another account has the address, and offers no other mail', async () => {
  const taken = { code: 'utilisateur.email_pris', message: 'Un compte existe déjà avec cette adresse.' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(taken, { status: 409 })))
  await showScreen(<ConfirmationPage token="jeton" {...participant} />)
  await expect.element(page.getByRole('heading', { name: taken.message })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ouvrir mon profil' })).toHaveAttribute('href', '/profil')
  expect(page.getByRole('button', { name: /Renvoyer/ }).query()).toBeNull()
})

test('reads the link of a merge again when the server has failed', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => failing(503))
  await showScreen(<FusionPage token="jeton" />)
  await expect.element(page.getByRole('alert')).toHaveTextContent(phrases.erreurSurvenue)
  network.mockImplementation(() => Promise.resolve(Response.json(fusion)))
  expect(page.getByRole('button', { name: 'Réessayer' }).query()).not.toBeNull()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('button', { name: /réunir/ })).toBeVisible()
})

test('does not call a mailed link invalid when the server has failed', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => failing(503))
  await showScreen(<RestaurerPage token="jeton" redirect="/" />)
  await page.getByRole('button', { name: 'Rouvrir mon compte' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(phrases.erreurSurvenue)
  clearScreen()
  await showScreen(<ResetPasswordPage token="jeton" redirect="/" />)
  await page.getByLabelText('Nouveau mot de passe', { exact: true }).fill('Souvenirs2026!')
  await page.getByLabelText('Confirmer le mot de passe').fill('Souvenirs2026!')
  await page.getByRole('button', { name: 'Changer mon mot de passe' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(phrases.erreurSurvenue)
})

test.each([
  { name: 'Rouvrir mon compte', path: '/auth/restaurer', screen: <RestaurerPage token="jeton" redirect="/" /> },
  { name: "Oui, c'est moi : réunir", path: '/auth/fusions', screen: <FusionPage token="jeton" /> },
  { name: 'Renvoyer le lien', path: '/auth/confirm-email/resend', screen: <ResendButton /> },
])('sends its request once when "$name" is pressed twice', async ({ name, path, screen }) => {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    sent.push(pathname.replace(/^\/api/, ''))
    return pathname.endsWith('/lecture') ? Promise.resolve(Response.json(fusion)) : new Promise(() => {})
  })
  await showScreen(screen)
  await userEvent.dblClick(page.getByRole('button', { name }))
  await expect.poll(() => sent).toContain(path)
  expect(sent.filter((one) => one === path)).toEqual([path])
})

const busy = 'Trop de demandes.'

/** A 429 of our server; a proxy's page for any other status. */
function failing(status: number): Promise<Response> {
  if (status === 429) return Promise.resolve(Response.json({ code: 'trop', message: busy }, { status }))
  return Promise.resolve(new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } }))
}
