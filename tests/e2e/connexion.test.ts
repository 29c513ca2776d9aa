import { expect, type Page, test } from '@playwright/test'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unToken } from '#tests/src/token.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import {
  answerInstead,
  appIsThere,
  clearFault,
  enter,
  fillLogin,
  onPhone,
  openUserMenu,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { momentAt, momentSaid } from '#tests/support/moments.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import type { Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

test('enables the login button when both fields are valid, and shows what each field needs', async ({ page }) => {
  const { origin } = scene()
  await page.goto(`${origin}/login`)
  const button = page.getByRole('button', { name: phrases.seConnecter })
  await expect(button).toBeDisabled()
  await fillLogin(page, 'karim', '12345')
  await page.getByLabel('Adresse email').focus()
  await expectPhrase(page, 'loginMotDePasseMin')
  await page.getByLabel('Mot de passe', { exact: true }).focus()
  await expectPhrase(page, 'loginEmailInvalide')
  await expect(button).toBeDisabled()
  await page.getByLabel('Adresse email').pressSequentially('@')
  await expect(page.getByText(phrases.loginEmailInvalide)).toBeHidden()
  await fillLogin(page, 'karim@eclats.test', '123456')
  await expect(button).toBeEnabled()
})

test("shows the server's message for a wrong password, and the specified one for an answer without message", async ({
  page,
}) => {
  const stage = scene()
  await page.goto(`${stage.origin}/login`)
  await fillLogin(page, stage.lea.email, 'Mauvais2026!')
  const button = page.getByRole('button', { name: phrases.seConnecter })
  await button.click()
  await expect(page.getByRole('alert').getByText(typographie('E-mail ou mot de passe incorrect.'))).toBeVisible()
  const login = /^POST \/api\/auth\/login/
  answerInstead(stage, login, badGateway)
  await button.click()
  await expectPhrase(page.getByRole('alert'), 'loginErreurInconnue')
  clearFault(stage)
  await fillLogin(page, stage.lea.email)
  await button.click()
  await expect(page).toHaveURL(`${stage.origin}/`)
})

test('leads from a protected address through the login to its full path; shows the entry page only to guests', async ({
  page,
}) => {
  const stage = scene()
  const path = `/participant/evenements/${stage.evenementId}?media=7`
  await page.goto(`${stage.origin}${path}`)
  await expect(page).toHaveURL(`${stage.origin}/login?redirect=${encodeURIComponent(path)}`)
  await fillLogin(page, stage.karim.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${stage.origin}${path}`)
  for (const door of ['/login', '/register']) {
    await page.goto(`${stage.origin}${door}`)
    await expect(page).toHaveURL(`${stage.origin}/`)
  }
})

test('opens the dashboard for an organiser, and returns to the landing page at logout', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/login`)
  await fillLogin(page, stage.claire.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/organizer`)
  await openUserMenu(page)
  await expectPhrase(page, 'monProfilLien')
  await page.keyboard.press('Escape')
  await expect(page.getByText(phrases.monProfilLien)).toBeHidden()
  await openUserMenu(page)
  await expectPhrase(page, 'deconnexion')
  await page.getByText(phrases.deconnexion).filter({ visible: true }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.goto(`${stage.origin}/organizer`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Forganizer$/)
})

test('returns to the landing page at logout, even when requests are refused before the logout is answered', async ({
  page,
}) => {
  const stage = scene()
  await enter(page, stage, { person: await unUtilisateur(stage), to: '/profil' })
  const mail = page.getByRole('switch', { name: /^Par e-mail/ })
  await expect(mail).toBeEnabled()
  const ended = Promise.withResolvers<void>()
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    ended.resolve()
    await refused
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: phrases.deconnexion }).last().click()
  await ended.promise
  await mail.click()
  expect((await refused).status()).toBe(401)
  await expect(page).toHaveURL(`${stage.origin}/`)
})

test('says why at the login when the session was ended on another device', async ({ page }) => {
  const stage = scene()
  const organiser = await unUtilisateur(stage, { role: 'ORGANISATEUR' })
  await enter(page, stage, { person: organiser, to: '/profil' })
  // A document that is still open could be refused first, and a new one would then find no session.
  await page.goto('about:blank')
  await stage.parts.database.deleteFrom('session').where('utilisateurId', '=', organiser.id).execute()
  await page.goto(`${stage.origin}/profil`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText(sentenceOf('session.expiree'))).toBeVisible()
})

test('shows what a document in the back/forward cache had only to a person who is still signed in', async ({
  page,
}) => {
  const stage = scene()
  const listening = page.waitForRequest('**/api/live')
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  await listening
  expect(await leavesWhenRestored(page)).toBe(false)
  const { token, nom, prenom } = stage.karim
  const listeningAgain = page.waitForRequest('**/api/live')
  await restoreAfter(page, { token, nom, prenom })
  await expect(page.getByText(`${prenom} ${nom}, participant`)).toBeVisible()
  await listeningAgain
  await restoreAfter(page, null)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofil$/)
})

test('does not show what a document in the back/forward cache had when the token of its tab has expired', async ({
  page,
}) => {
  const stage = scene()
  const listening = page.waitForRequest('**/api/live')
  const { id: userId, nom, prenom } = stage.karim
  await enter(page, stage, { person: stage.karim, to: '/profil' })
  await listening
  await restoreAfter(page, { token: unToken({ userId, exp: Math.floor(Date.now() / 1000) - 60 }), nom, prenom })
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofil$/)
})

test('leaves what a document in the back/forward cache had when its person has logged out in another tab since', async ({
  page,
  context,
}) => {
  const stage = scene()
  const [organiser, other] = [await unUtilisateur(stage, { role: 'ORGANISATEUR' }), await unUtilisateur(stage)]
  // A document in that cache receives neither events of the storage nor answers.
  await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
  const listening = page.waitForRequest('**/api/live')
  await enter(page, stage, { person: organiser, to: '/profil' })
  await listening
  await page.route('**/api/**', (route) => route.abort())
  const logOutElsewhere = async (person: typeof other) => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    const elsewhere = await context.newPage()
    await enter(elsewhere, stage, { person, to: '/profil' })
    await logOut(elsewhere, stage)
    await elsewhere.close()
  }
  await logOutElsewhere(other)
  expect(await leavesWhenRestored(page)).toBe(false)
  await logOutElsewhere(organiser)
  expect(await leavesWhenRestored(page)).toBe(true)
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.goto(`${stage.origin}/profil`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofil$/)
})

test('shows nothing of a person in a new document of a tab when they have logged out in another tab since', async ({
  page,
  context,
}) => {
  const stage = scene()
  const organiser = await unUtilisateur(stage, { role: 'ORGANISATEUR' })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await enter(tab, stage, { person: organiser, to: '/profil' })
    await expect(tab.getByText(`${organiser.prenom} ${organiser.nom}, organisateur`)).toBeVisible()
  }
  await page.goto('about:blank')
  await logOut(other, stage)
  // The host would refuse the token.
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(`${stage.origin}/profil`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofil$/)
})

test('keeps a person signed in who has logged in again and leaves the page before all of its code is there', async ({
  page,
}) => {
  const stage = scene()
  const listening = page.waitForRequest('**/api/live')
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  await listening
  await logOut(page, stage)
  await page.route('**/assets/session-*.js', (route) => route.abort())
  await page.goto(`${stage.origin}/login?redirect=/profil`)
  await fillLogin(page, stage.claire.email)
  await page.getByLabel('Appareil partagé').check()
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/profil`)
  await page.unroute('**/assets/session-*.js')
  await page.goto(`${stage.origin}/profil`)
  await expect(page.getByText(`${stage.claire.prenom} ${stage.claire.nom}, organisateur`)).toBeVisible()
})

/** On the page of the profile. */
async function logOut(page: Page, { origin }: Stage): Promise<void> {
  await page.getByRole('button', { name: phrases.deconnexion }).last().click()
  await expect(page).toHaveURL(`${origin}/`)
}

/** Restores the document from that cache. @returns whether it navigates at once */
function leavesWhenRestored(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    let navigations = 0
    navigation.addEventListener('navigate', () => (navigations += 1))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return navigations > 0
  })
}

/** Restores the document from that cache after another one has signed in or out. Its only event is `pageshow`. */
async function restoreAfter(page: Page, session: unknown): Promise<void> {
  await page.evaluate((stored) => {
    sessionStorage.setItem('eclats.session', stored)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, JSON.stringify(session))
}

test('remembers a login after a reload and a closed tab, but not on a shared device', async ({ page, context }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/login`)
  await fillLogin(page, stage.karim.email)
  await expect(page.getByLabel('Appareil partagé')).not.toBeChecked()
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.reload()
  await expectPhrase(page, 'accederDashboard')
  await page.close()
  const second = await context.newPage()
  await second.goto(`${stage.origin}/participant/evenements`)
  await expect(second.getByText('Mariage de Camille').first()).toBeVisible()
  await openUserMenu(second)
  await second.getByText(phrases.deconnexion).filter({ visible: true }).click()
  await expect(second).toHaveURL(`${stage.origin}/`)

  await second.goto(`${stage.origin}/login?redirect=/participant/evenements`)
  await fillLogin(second, stage.karim.email)
  await second.getByLabel('Appareil partagé').check()
  await second.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(second.getByText('Mariage de Camille').first()).toBeVisible()
  await second.reload()
  await expect(second.getByText('Mariage de Camille').first()).toBeVisible()
  await second.close()
  const third = await context.newPage()
  await third.goto(`${stage.origin}/participant/evenements`)
  await expect(third).toHaveURL(/\/login\?redirect=/)
})

test('shows what each field of the registration needs, then opens the home page signed in after 2.5 s @long', async ({
  page,
}) => {
  const { origin } = scene()
  await page.goto(`${origin}/register`)
  await appIsThere(page)
  const blur = async (label: string, value: string) => {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel(label, { exact: true }).blur()
  }
  await blur('Prénom', '')
  await expectPhrase(page, 'prenomRequis')
  await blur('Prénom', 'A')
  await expectPhrase(page, 'prenomMin')
  await blur('Prénom', 'Zo3')
  await expectPhrase(page, 'prenomLettres')
  await blur('Nom', '')
  await expectPhrase(page, 'nomRequis')
  await blur('Nom', 'B')
  await expectPhrase(page, 'nomMin')
  await blur('Nom', 'L_mbert')
  await expectPhrase(page, 'nomLettres')
  await page.getByLabel('Nom', { exact: true }).pressSequentially('a')
  await expect(page.getByText(phrases.nomLettres)).toBeHidden()
  await blur('Adresse email', '')
  await expectPhrase(page, 'emailRequis')
  await blur('Adresse email', 'zoe@')
  await expect(page.getByText(phrases.loginEmailInvalide)).toBeVisible()
  await blur('Mot de passe', 'court')
  await expect(page.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible()
  await expect(page.getByText('Très faible')).toBeVisible()
  await blur('Mot de passe', 'motdepasse')
  await expectPhrase(page, 'motDePasseClasses')
  await blur('Mot de passe', 'Souvenirs2026!')
  await expect(page.getByText('Très fort')).toBeVisible()
  await blur('Prénom', 'Zoé')
  await blur('Nom', 'Lambert-N’Guyen')
  await blur('Adresse email', 'zoe@eclats.test')
  await page.getByRole('radio', { name: 'Je participe' }).check()
  const [said, left] = [momentSaid(page, 'Bienvenue'), momentAt(page, '/')]
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect(page).toHaveURL(`${origin}/`)
  expect((await left) - (await said)).toBeGreaterThan(2000)
  await expect(page.getByRole('link', { name: phrases.accederDashboard })).toBeVisible()
  const cookies = await page.context().cookies(`${origin}/api/auth/session`)
  expect(cookies.some(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict')).toBe(true)
})

test('logs the person in when the answer of the registration is lost and the button is pressed again', async ({
  page,
}) => {
  const stage = scene()
  await page.goto(`${stage.origin}/register`)
  await page.getByLabel('Prénom').fill('Zélie')
  await page.getByLabel('Nom', { exact: true }).fill('Garnier')
  await page.getByLabel('Adresse email').fill('zelie@eclats.test')
  await page.getByLabel('Mot de passe', { exact: true }).fill('Souvenirs2026!')
  const send = page.getByRole('button', { name: 'Créer mon compte' })
  stage.network.fault = { kind: 'answerLostTo', request: /^POST \/api\/auth\/register / }
  await send.click()
  await expect(page.getByRole('alert').getByText('Le serveur ne répond pas.')).toBeVisible()
  clearFault(stage)
  await send.click()
  await expect(page.getByText(/Votre compte existe déjà/)).toBeVisible()
  await expect(page).toHaveURL(`${stage.origin}/organizer`)
})

test("shows the server's message for an address that has an account", async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/register`)
  await page.getByLabel('Prénom').fill('Karim')
  await page.getByLabel('Nom', { exact: true }).fill('Haddad')
  await page.getByLabel('Adresse email').fill(stage.karim.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill('Anniversaires2026!')
  const send = page.getByRole('button', { name: 'Créer mon compte' })
  await send.click()
  await expect(page.getByRole('alert').getByText('Un compte existe déjà avec cette adresse.')).toBeVisible()
  answerInstead(stage, /^POST \/api\/auth\/register/, badGateway)
  await send.click()
  await expectPhrase(page.getByRole('alert'), 'erreurSurvenue')
})
