import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { closeToast, enter, fillLogin, forgetDevice, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })
const section = (page: Page) => page.getByRole('region', { name: 'Connexion en deux étapes' })
const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })

test('enables it, logs in with a code or a recovery code, and disables it', async ({ page }) => {
  const stage = scene()
  const ana = await unOrganisateur(stage, { prenom: 'Ana' })
  await enter(page, stage, { person: ana, to: '/profil' })
  const connecteLe = new Date(Date.now() - 600_000).toISOString()
  await stage.parts.database.updateTable('session').set({ connecteLe }).where('utilisateurId', '=', ana.id).execute()
  await section(page).getByRole('button', { name: 'Activer' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Mot de passe actuel', { exact: true }).fill(motDePasseDeTest)
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect(sheet.getByRole('img', { name: "Code QR pour l'application d'authentification" })).toBeVisible()
  const secret = ((await sheet.getByText(/^Clé\s: /).textContent()) ?? '').replace(/^Clé\s*:/, '').replaceAll(/\s/g, '')
  await sheet.getByLabel(/Code à 6 chiffres/).fill('000 000')
  await sheet.getByRole('button', { name: 'Activer' }).click()
  await expect(sheet.getByRole('alert').getByText('Ce code est incorrect ou a déjà servi.')).toBeVisible()
  await sheet.getByLabel(/Code à 6 chiffres/).fill(codeOf(secret))
  await sheet.getByRole('button', { name: 'Activer' }).click()
  const codes = sheet.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(codes).toHaveCount(10)
  await sheet.getByRole('button', { name: "J'ai gardé mes codes" }).click()
  await expect(section(page)).toContainText('10 codes de secours')
  await sheetsAreLeft(page)

  // The time step after the used one: accepted early and on time.
  for (const code of [codeOf(secret, 30_000), recovery]) {
    await forgetDevice(page)
    await page.goto(`${stage.origin}/login?redirect=%2Fprofil`)
    await fillLogin(page, ana.email)
    await page.getByRole('button', { name: phrases.seConnecter }).click()
    const field = page.getByLabel('Code de connexion')
    await expect(field).toBeFocused()
    await field.fill('999999')
    await page.getByRole('button', { name: phrases.seConnecter }).click()
    await expect(page.getByRole('alert').getByText('Ce code est incorrect ou a déjà servi.')).toBeVisible()
    await field.fill(code)
    await page.getByRole('button', { name: phrases.seConnecter }).click()
    await expect(page).toHaveURL(`${stage.origin}/profil`)
  }
  await expect(section(page)).toContainText('9 codes de secours')

  await section(page).getByRole('button', { name: 'Nouveaux codes de secours' }).click()
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect(codes).toHaveCount(10)
  const [fresh = ''] = await codes.allTextContents()
  await sheet.getByRole('button', { name: "J'ai gardé mes codes" }).click()
  await section(page).getByRole('button', { name: 'Désactiver' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Code de connexion').fill(recovery)
  await question.getByRole('button', { name: 'Désactiver' }).click()
  await expect(question.getByLabel('Code de connexion')).toHaveAccessibleDescription(
    'Ce code est incorrect ou a déjà servi.',
  )
  await question.getByLabel('Code de connexion').fill(fresh)
  await question.getByRole('button', { name: 'Désactiver' }).click()
  await expect(section(page).getByRole('button', { name: 'Activer' })).toBeVisible()
  await closeToast(page)
})

test('is not offered to participants', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: await unUtilisateur(stage), to: '/profil' })
  await expect(page.getByRole('region', { name: 'Appareils connectés' }).getByRole('listitem')).toHaveCount(1)
  await expect(section(page)).toBeHidden()
})
