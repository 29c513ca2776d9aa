import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import {
  appIsThere,
  closeToast,
  enter,
  fillLogin,
  forgetDevice,
  onPhone,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'

const scene = stageOfFile({ isAddressKnown: true })
test.use({ ...onPhone, ...plain })
const section = (page: Page) => page.getByRole('region', { name: "Clés d'accès" })
const keys = (page: Page) => section(page).getByRole('list', { name: "Vos clés d'accès" }).getByRole('listitem')
const demand = (page: Page) => section(page).getByRole('switch', { name: /^Demander une clé d'accès/ })
const message = (page: Page) => page.getByRole('region', { name: 'Message' })
const keyLogin = (page: Page) => page.getByRole('button', { name: "Utiliser une clé d'accès" })

/**
 * A virtual authenticator with passkeys that verifies the user. @returns functions that disable and enable verification
 */
async function withFingerprint(page: Page): Promise<{ lock: () => Promise<unknown>; unlock: () => Promise<unknown> }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const set = (isUserVerified: boolean) => () =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { lock: set(false), unlock: set(true) }
}

async function leave(page: Page, origin: string): Promise<void> {
  await forgetDevice(page)
  await page.goto(`${origin}/login?redirect=%2Fprofil`)
  await appIsThere(page)
}

test('adds a passkey, signs in with it alone, and removes it', async ({ page }) => {
  const stage = scene()
  const ana = await unOrganisateur(stage, { prenom: 'Ana' })
  const finger = await withFingerprint(page)
  await enter(page, stage, { person: ana, to: '/profil' })
  const connecteLe = new Date(Date.now() - 600_000).toISOString()
  await stage.parts.database.updateTable('session').set({ connecteLe }).where('utilisateurId', '=', ana.id).execute()
  const add = section(page).getByRole('button', { name: "Ajouter une clé d'accès" })
  await add.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Mot de passe actuel', { exact: true }).fill(motDePasseDeTest)
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect(keys(page)).toHaveText([/Chrome sur Linux.*Pas encore utilisée/])
  await closeToast(page)
  await add.click()
  await sheet.getByLabel('Mot de passe actuel', { exact: true }).fill(motDePasseDeTest)
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await expect(message(page).getByText("Cet appareil a déjà une clé d'accès pour votre compte.")).toBeVisible()
  await closeToast(page)

  await leave(page, stage.origin)
  await finger.lock()
  await keyLogin(page).click()
  await expect(page.getByRole('alert').getByText(/^Aucune clé d'accès n'a été utilisée/)).toBeVisible()
  await finger.unlock()
  await keyLogin(page).click()
  await expect(page).toHaveURL(`${stage.origin}/profil`)
  await expect(keys(page)).toHaveText([/Dernière utilisation/])

  await keys(page)
    .getByRole('button', { name: /^Supprimer la clé/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(keys(page)).toHaveCount(0)
  await expect(section(page).getByRole('heading')).toBeFocused()
  await closeToast(page)
  await leave(page, stage.origin)
  await keyLogin(page).click()
  await expect(
    page
      .getByRole('alert')
      .getByText("Cette clé d'accès n'a pas été acceptée. Recommencez, ou connectez-vous autrement."),
  ).toBeVisible()
})

test('asks for a passkey after the password once its owner enables it, until they disable it', async ({ page }) => {
  const stage = scene()
  const ana = await unOrganisateur(stage, { prenom: 'Ana' })
  await withFingerprint(page)
  await enter(page, stage, { person: ana, to: '/profil' })
  await section(page).getByRole('button', { name: "Ajouter une clé d'accès" }).click()
  await expect(keys(page)).toHaveCount(1)
  await closeToast(page)
  await demand(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activer' }).click()
  const sheet = page.getByRole('dialog')
  const codes = sheet.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await sheet.getByRole('button', { name: "J'ai gardé mes codes" }).click()
  await expect(demand(page)).toBeChecked()
  await expect(section(page)).toContainText('10 codes de secours')

  await keys(page)
    .getByRole('button', { name: /^Supprimer la clé/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(message(page).getByText(/^C'est votre dernière clé d'accès/)).toBeVisible()
  await closeToast(page)

  const connect = page.getByRole('button', { name: phrases.seConnecter, exact: true })
  const useKey = page.getByRole('button', { name: "Utiliser ma clé d'accès" })
  await leave(page, stage.origin)
  await fillLogin(page, ana.email)
  await connect.click()
  await expect(useKey).toBeFocused()
  await page.getByLabel('Ou un code de connexion').fill(recovery)
  await connect.click()
  await expect(page).toHaveURL(`${stage.origin}/profil`)
  await expect(section(page)).toContainText('9 codes de secours')

  await leave(page, stage.origin)
  await fillLogin(page, ana.email)
  await connect.click()
  await useKey.click()
  await expect(page).toHaveURL(`${stage.origin}/profil`)

  await demand(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: "Confirmer avec ma clé d'accès" }).click()
  await expect(demand(page)).not.toBeChecked()
  await closeToast(page)
})

test('offers no passkeys to participants', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: await unUtilisateur(stage), to: '/profil' })
  await expect(page.getByRole('region', { name: 'Appareils connectés' }).getByRole('listitem')).toHaveCount(1)
  await expect(section(page)).toBeHidden()
})

test('explains that passkeys are unavailable when the address is an IP address', async ({ page }) => {
  const stage = scene()
  const origin = stage.origin.replace('localhost', '127.0.0.1')
  await enter(page, { ...stage, origin }, { person: stage.claire, to: '/profil' })
  await expect(section(page)).toContainText('une adresse IP ne suffit pas')
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await leave(page, origin)
  await keyLogin(page).click()
  await expect(page.getByRole('alert').getByText(/une adresse IP ne suffit pas/)).toBeVisible()
})
