// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { typographie } from '#domain/texte/typographie.ts'
import { errors } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { passwordRules } from '#domain/utilisateur/motDePasse.ts'
import { currentSession, signOut } from '#src/api/session.ts'
import { RegisterPage } from '#src/features/utilisateur/RegisterPage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
  signOut('logout')
})
const field = (name: string) => page.getByLabelText(name, { exact: true })

test('shows the errors of each field on blur, in order', async () => {
  await showScreen(<RegisterPage redirect="" />)
  const steps: [string, string, string][] = [
    ['Nom', '', phrases.nomRequis],
    ['Nom', 'M', phrases.nomMin],
    ['Nom', 'M0reau', phrases.nomLettres],
    ['Prénom', '', phrases.prenomRequis],
    ['Prénom', 'L', phrases.prenomMin],
    ['Prénom', 'Léa!', phrases.prenomLettres],
    ['Adresse email', '', phrases.emailRequis],
    ['Adresse email', 'lea@demo', phrases.loginEmailInvalide],
    ['Mot de passe', 'souvenirs', phrases.motDePasseClasses],
  ]
  for (const [name, value, sentence] of steps) {
    await field(name).fill(value)
    await field(name).click()
    await userEvent.tab()
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
    await field(name).fill(`${value}x`)
    await expect.element(page.getByText(sentence, { exact: true })).not.toBeInTheDocument()
  }
})

test('rates strength from Très faible to Très fort', async () => {
  await showScreen(<RegisterPage redirect="" />)
  await field('Mot de passe').fill('a')
  await expect.element(page.getByText(/Très faible/)).toBeVisible()
  await field('Mot de passe').fill('Souvenirs2026!')
  await expect.element(page.getByText(/Très fort/)).toBeVisible()
})

test('never rates a refused password as Fort: a rule is not met, or it is too common', async () => {
  await showScreen(<RegisterPage redirect="" />)
  const strength = (word: string) => page.getByText(new RegExp(`Force du mot de passe.: ${word}$`))
  await expect.element(field('Mot de passe')).toHaveAttribute('passwordrules', passwordRules.inscription)
  await expect.element(field('Mot de passe')).toHaveAccessibleDescription(/parmi @\$!%\*\?&/)
  // Five points, but no special character.
  await field('Mot de passe').fill('Souvenirs2026')
  await expect.element(strength('Bon')).toBeInTheDocument()
  await field('Mot de passe').fill('Souvenirs2026!')
  await expect.element(strength('Très fort')).toBeInTheDocument()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json(
      { code: 'utilisateur.mot_de_passe_courant', message: errors['utilisateur.mot_de_passe_courant'].message },
      { status: 400 },
    ),
  )
  await field('Prénom').fill('Léa')
  await field('Nom').fill('Moreau')
  await field('Adresse email').fill('lea@demo.eclats.test')
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect.element(page.getByText(typographie(errors['utilisateur.mot_de_passe_courant'].message))).toBeVisible()
  await expect.element(field('Mot de passe')).toHaveFocus()
  await expect.element(strength('Bon')).toBeInTheDocument()
  await field('Mot de passe').fill('Lampions2026!')
  await expect.element(strength('Très fort')).toBeInTheDocument()
})

test('logs the person in with the typed password, and opens /login 2.5 s later with the return address', async () => {
  const calls: { path: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request)) return new Response(null, { status: 404 })
    const { pathname } = new URL(input.url)
    calls.push({ path: pathname, body: await input.json() })
    if (!pathname.endsWith('/login')) return Response.json({ message: 'Votre compte est créé.' }, { status: 201 })
    return Response.json({ token: unJeton(), nom: 'Moreau', prenom: 'Léa' })
  })
  const later = globalThis.setTimeout
  const redirected: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
    if (ms !== 2500) return later(run, ms)
    redirected.push(run)
    return later(() => undefined)
  })
  const { address } = await showScreen(<RegisterPage redirect="/profil" />)
  await expect.element(page.getByRole('radio', { name: /J'organise/ })).toBeChecked()
  await fillAccount()
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect.element(page.getByText(/Votre compte est créé/)).toBeVisible()
  expect(calls).toMatchObject([
    { path: '/api/auth/register', body: { role: 'ORGANISATEUR', nom: 'Moreau' } },
    {
      path: '/api/auth/login',
      body: { email: 'lea@demo.eclats.test', password: 'Souvenirs2026!', seSouvenir: true },
    },
  ])
  expect(currentSession()?.utilisateur).toMatchObject({ prenom: 'Léa', role: 'ORGANISATEUR' })
  await expect.poll(() => redirected).toHaveLength(1)
  expect(address()).toBe('/')
  redirected[0]?.()
  await expect.poll(address).toBe('/login?redirect=%2Fprofil')
})

test('does not remember the session on a shared device', async () => {
  const remembered: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const body: unknown = input instanceof Request ? await input.json() : undefined
    if (!(input instanceof Request && input.url.endsWith('/login')))
      return Response.json({ message: 'Votre compte est créé.' }, { status: 201 })
    remembered.push((body as { seSouvenir?: boolean }).seSouvenir)
    return Response.json({ token: unJeton(), nom: 'Moreau', prenom: 'Léa' })
  })
  await showScreen(<RegisterPage redirect="" />)
  await fillAccount()
  await page.getByRole('checkbox', { name: 'Appareil partagé' }).click()
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect.poll(() => remembered).toEqual([false])
  await expect.poll(() => currentSession()).not.toBeNull()
  expect(localStorage.getItem('eclats.identite')).toBeNull()
})

test('preselects the participant for somebody who came from a page of the participants', async () => {
  await showScreen(<RegisterPage redirect="/participant/decouvrir" />)
  await expect.element(page.getByRole('radio', { name: /Je participe/ })).toBeChecked()
})

async function fillAccount(): Promise<void> {
  await field('Prénom').fill('Léa')
  await field('Nom').fill('Moreau')
  await field('Adresse email').fill('lea@demo.eclats.test')
  await field('Mot de passe').fill('Souvenirs2026!')
}

/** A session token of an organiser that the page can read; only servers check the signature. */
function unJeton(): string {
  const claims = {
    userId: 7,
    sub: 'lea@demo.eclats.test',
    role: 'ORGANISATEUR',
    exp: Date.now() / 1000 + 3600,
    jti: 'j',
  }
  return `x.${btoa(JSON.stringify(claims))}.x`
}

test.each([
  ['is logged in when the typed password opens it', true],
  ['reads that it exists when it has another password', false],
])('a person whose address has an account %s', async (_what, fits) => {
  const refusal = (code: 'utilisateur.email_pris' | 'session.identifiants') =>
    Response.json({ code, message: errors[code].message }, { status: errors[code].status })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request && input.url.endsWith('/login'))) return refusal('utilisateur.email_pris')
    if (!fits) return refusal('session.identifiants')
    return Response.json({ token: unJeton(), nom: 'Moreau', prenom: 'Léa' })
  })
  await showScreen(<RegisterPage redirect="" />)
  await fillAccount()
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  const sentence = fits ? /Votre compte existe déjà.: vous êtes connecté/ : errors['utilisateur.email_pris'].message
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(currentSession() !== null).toBe(fits)
})
