import { expect, type Locator, test } from '@playwright/test'
import { clearFault, enter, onTablet, plain, stageOfFile } from '#tests/support/journey.ts'
import { type Stage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onTablet, ...plain })

/**
 * Presses the button twice: the server does the work of the first request, and the network loses its answer. Chromium
 * itself sends the request again too, when a connection that it had used before is reset.
 */
async function sendAgain(stage: Stage, sheet: Locator, lost: RegExp): Promise<void> {
  stage.network.fault = { kind: 'answerLostTo', request: lost }
  await sheet.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(sheet.getByText('Le serveur ne répond pas.')).toBeVisible()
  clearFault(stage)
  await sheet.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(sheet).toBeHidden()
  await sheetsAreLeft(sheet.page())
}

const titresOf = async ({ parts, karim }: Stage) => {
  const rows = parts.database.selectFrom('notification').select('titre').where('utilisateurId', '=', karim.id)
  return (await rows.where('type', 'in', ['EVENEMENT', 'RECOMPENSE']).orderBy('id').execute()).map(({ titre }) => titre)
}

test('sends a message and a reward once when the answer is lost and the button is pressed again', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 1)
  await enter(page, stage, {
    person: stage.claire,
    to: `/organisateur/evenements/${stage.evenementId}/participants`,
  })
  await page.getByRole('button', { name: 'Prévenir' }).click()
  const message = page.getByRole('dialog', { name: 'Prévenir les participants' })
  await message.getByLabel('Titre').fill('Rendez-vous à 19 h')
  await message.getByLabel('Message').fill('Devant la fontaine.')
  await sendAgain(stage, message, /^POST \S*\/notifications /)
  expect(await titresOf(stage)).toEqual(['Rendez-vous à 19 h'])

  await page.goto(`${stage.origin}/organizer/recompenses`)
  await page.getByRole('button', { name: 'Récompenser Karim Haddad' }).click()
  const reward = page.getByRole('dialog', { name: 'Récompenser Karim Haddad' })
  await reward.getByLabel('Titre').fill('Merci Karim')
  await reward.getByLabel('Message').fill('Vos photos sont les plus belles.')
  await sendAgain(stage, reward, /^POST \S*\/recompenser /)
  expect(await titresOf(stage)).toEqual(['Rendez-vous à 19 h', 'Merci Karim'])
  await expect(page.getByRole('listitem').filter({ hasText: 'Merci Karim' })).toHaveCount(1)
})

test('sends a message once when the form is closed after a lost answer and opened again', async ({ page }) => {
  const stage = scene()
  const before = await titresOf(stage)
  const to = `/organisateur/evenements/${stage.evenementId}/participants`
  await enter(page, stage, { person: stage.claire, to })
  const open = page.getByRole('button', { name: 'Prévenir' })
  const sheet = page.getByRole('dialog', { name: 'Prévenir les participants' })
  const text = sheet.getByRole('textbox', { name: 'Message' })
  await open.click()
  await sheet.getByLabel('Titre').fill('Le car part')
  await text.fill('Dans dix minutes.')
  stage.network.fault = { kind: 'answerLostTo', request: /^POST \S*\/notifications / }
  await sheet.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(sheet.getByText('Le serveur ne répond pas.')).toBeVisible()
  clearFault(stage)
  await sheet.getByRole('button', { name: 'Fermer' }).click()
  await sheetsAreLeft(page)
  await page.reload()
  await open.click()
  await expect(text).toHaveValue('Dans dix minutes.')
  await sheet.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(sheet).toBeHidden()
  expect(await titresOf(stage)).toEqual([...before, 'Le car part'])

  // The same text, typed once more, is another message.
  await sheetsAreLeft(page)
  await open.click()
  await expect(text).toHaveValue('')
  await sheet.getByLabel('Titre').fill('Le car part')
  await text.fill('Dans dix minutes.')
  await sheet.getByRole('button', { name: /^Envoyer/ }).click()
  await expect(sheet).toBeHidden()
  expect(await titresOf(stage)).toEqual([...before, 'Le car part', 'Le car part'])
})
