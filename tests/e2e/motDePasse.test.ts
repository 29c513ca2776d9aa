import { typographie } from '#domain/texte/typographie.ts'
import { expect, type Page, test } from '@playwright/test'
import { systemClock } from '#server/clock.ts'
import { createReinitialisation } from '#server/utilisateur/reinitialisation.usecases.ts'
import { errors } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import {
  answerInstead,
  clearFault,
  fillLogin,
  forgetDevice,
  onPhone,
  onTablet,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { momentAt, momentSaid } from '#tests/support/moments.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })
const forgot = /^POST \/api\/auth\/forgot-password/
const reset = /^POST \/api\/auth\/reset-password/
const newPassword = (page: Page) => page.getByLabel('Nouveau mot de passe', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirmer le mot de passe')
const change = (page: Page) => page.getByRole('button', { name: 'Changer mon mot de passe' })

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password)
  await confirmation(page).fill(again)
  await change(page).click()
}

test('leads from the registration to a new password by mailed links, with the same return page', async ({ page }) => {
  const { origin, folder } = scene()
  const target = '/participant/envois'
  const login = `${origin}/login?redirect=${encodeURIComponent(target)}`
  await page.goto(`${origin}${target}`)
  await expect(page).toHaveURL(login)
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  await page.getByLabel('Prénom').fill('Zoé')
  await page.getByLabel('Nom', { exact: true }).fill('Lambert')
  await page.getByLabel('Adresse email').fill('zoe@eclats.test')
  await page.getByLabel('Mot de passe', { exact: true }).fill(motDePasseDeTest)
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect(page).toHaveURL(`${origin}/`)

  await forgetDevice(page)
  await page.goto(`${origin}${target}`)
  await expect(page).toHaveURL(login)
  await page.getByLabel('Adresse email').fill('zoe@eclats.test')
  await page.getByRole('link', { name: /^Mot de passe oublié/ }).click()
  await expect(page).toHaveURL(`${origin}/forgot-password?redirect=${encodeURIComponent(target)}`)
  await expect(page.getByLabel('Adresse email')).toHaveValue('zoe@eclats.test')
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expectPhrase(page.getByRole('status'), 'oubliSucces')

  await page.goto(origin + (await mailedLink({ folder }, 'zoe@eclats.test', 'reset-password')))
  const done = 'Votre mot de passe est changé. Connectez-vous.'
  const [said, left] = [momentSaid(page, done), momentAt(page, '/login')]
  await choose(page, 'Retrouve2026!')
  await expect(page).toHaveURL(login)
  expect((await left) - (await said)).toBeGreaterThan(2500)
  await fillLogin(page, 'zoe@eclats.test', 'Retrouve2026!')
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${origin}${target}`)

  // The mailed link has confirmed the address; the registration link now only confirms.
  await page.goto(origin + (await mailedLink({ folder }, 'zoe@eclats.test', 'confirmation')))
  await expect(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
})

test('enables the request with an address, shows every failure, and never reveals an account', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/forgot-password`)
  const send = page.getByRole('button', { name: /^(Env|Renv)oyer le lien$/ })
  const email = page.getByLabel('Adresse email')
  await expect(send).toBeDisabled()
  await email.fill('personne@')
  await email.blur()
  await expectPhrase(page, 'loginEmailInvalide')
  await email.fill('personne@eclats.test')
  await expect(page.getByText(phrases.loginEmailInvalide)).toBeHidden()
  answerInstead(stage, forgot, badGateway)
  await send.click()
  await expectPhrase(page.getByRole('alert'), 'oubliErreur')
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await send.click()
  await expect(page.getByRole('alert').getByText('Le serveur ne répond pas.')).toBeVisible()
  await expectPhrase(page.getByRole('alert'), 'oubliErreur')
  clearFault(stage)
  await send.click()
  await expectPhrase(page.getByRole('status'), 'oubliSucces')
  await expect(page.getByRole('main').getByRole('alert')).toBeEmpty()
})

test('shows an error for a link without secret on opening and on sending', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/reset-password`)
  await expectPhrase(page.getByRole('alert'), 'resetLienInvalide')
  await choose(page, 'Retrouve2026!')
  await expectPhrase(page.getByRole('alert'), 'lienManquantEnvoi')
  await page.getByRole('link', { name: 'Demander un autre lien' }).click()
  await expect(page).toHaveURL(`${stage.origin}/forgot-password`)
})

test('refuses two different passwords, a short one and an expired link, and says when the server failed', async ({
  page,
}) => {
  const stage = scene()
  await page.goto(`${stage.origin}/reset-password?token=${'a'.repeat(43)}`)
  await newPassword(page).fill('court')
  await newPassword(page).blur()
  await expectPhrase(page, 'resetMotDePasseMin')
  await confirmation(page).fill('autre')
  await confirmation(page).blur()
  await expectPhrase(page, 'motsDePasseDifferents')
  await newPassword(page).fill('Retrouve2026!')
  await expect(page.getByText(phrases.resetMotDePasseMin)).toBeHidden()
  await change(page).click()
  await expect(confirmation(page)).toBeFocused()
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).first().click()
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await choose(page, 'Retrouve2026!')
  await expectPhrase(page.getByRole('alert'), 'resetErreur')
  answerInstead(stage, reset, badGateway)
  await change(page).click()
  // The failure of a server is not one of the link.
  await expectPhrase(page.getByRole('alert'), 'erreurSurvenue')
  clearFault(stage)
  const { id, email } = await unUtilisateur(stage)
  const secret = await createReinitialisation({ database: stage.parts.database, clock: systemClock }, { id, email })
  await page.goto(`${stage.origin}/reset-password?token=${secret}`)
  await choose(page, 'Password123!')
  const guessed = typographie(errors['utilisateur.mot_de_passe_courant'].message)
  await expect(page.getByText(guessed)).toBeVisible()
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription(guessed)
  await expect(page.getByText(/^Force du mot de passe.: /)).toBeVisible()
})

test('shows at the login to an archived account that a link was mailed, which restores the account', async ({
  page,
}) => {
  const stage = scene()
  const { id, email } = await unUtilisateur(stage, { prenom: 'Inès', nom: 'Roy' })
  const archiveLe = new Date().toISOString()
  await stage.parts.database.updateTable('utilisateur').set({ archiveLe }).where('id', '=', id).execute()
  await page.goto(`${stage.origin}/login`)
  await fillLogin(page, email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page.getByRole('alert').getByText(/Rouvrez-le par le lien que nous vous avons envoyé/)).toBeVisible()
  const link = await mailedLink(stage, email, 'restaurer')
  await page.goto(stage.origin + link)
  const reopen = page.getByRole('button', { name: 'Rouvrir mon compte' })
  const said = momentSaid(page, 'Votre compte est rouvert. Connectez-vous.')
  await reopen.click()
  await said
  await expect(page).toHaveURL(`${stage.origin}/login`)
  await fillLogin(page, email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await forgetDevice(page)
  const visitor = await page.context().newPage()
  await visitor.goto(`${stage.origin}/restaurer?token=${'x'.repeat(43)}`)
  await visitor.getByRole('button', { name: 'Rouvrir mon compte' }).click()
  await expect(visitor.getByRole('alert').getByText("Ce lien n'est plus valable.")).toBeVisible()
})

test('enables the login when the browser fills the fields in without key events', async ({ page }) => {
  const stage = scene()
  await page.clock.install()
  await page.goto(`${stage.origin}/login`)
  const button = page.getByRole('button', { name: phrases.seConnecter })
  await expect(button).toBeDisabled()
  // After the checks that follow the first paint.
  await page.clock.runFor(10_000)
  await page.evaluate(
    ([email, password]) => {
      const fill = (name: string, value: string) => {
        const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
        if (!field) throw new Error(`no ${name}`)
        field.value = value
        // Simulates the style sheet's animation on :autofill.
        field.dispatchEvent(new AnimationEvent('animationstart', { bubbles: true, animationName: 'filled' }))
      }
      fill('email', email ?? '')
      fill('password', password ?? '')
    },
    [stage.karim.email, motDePasseDeTest],
  )
  await expect(button).toBeEnabled()
  await button.click()
  await expect(page).toHaveURL(`${stage.origin}/`)
})

test.describe('on a tablet', () => {
  test.use({ ...onTablet, hasTouch: false })
  test('requests a link, chooses a password and logs in by keyboard alone', async ({ page }) => {
    const stage = scene()
    const { email } = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
    await page.goto(`${stage.origin}/login`)
    await tabTo(page, page.getByRole('link', { name: /^Mot de passe oublié/ }))
    await page.keyboard.press('Enter')
    // The login page, still open until then, has a field of the same name.
    await expect(page.getByRole('button', { name: 'Envoyer le lien' })).toBeVisible()
    await tabTo(page, page.getByLabel('Adresse email'))
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expectPhrase(page, 'oubliSucces')
    await page.goto(stage.origin + (await mailedLink(stage, email, 'reset-password')))
    await tabTo(page, newPassword(page))
    await page.keyboard.type('Clavier2026!')
    await tabTo(page, confirmation(page))
    await page.keyboard.type('Clavier2026!')
    await tabTo(page, change(page))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${stage.origin}/login`)
    await tabTo(page, page.getByLabel('Adresse email'))
    await page.keyboard.type(email)
    await tabTo(page, page.getByLabel('Mot de passe', { exact: true }))
    await page.keyboard.type('Clavier2026!')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${stage.origin}/`)
  })
})
