import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { mute } from '#tests/support/answers.ts'
import { uneInscription, uneInvitation, unEvenement, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearWeather, enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { titreEvenement } from '#tests/support/stage.ts'

const scene = stageOfFile({ consentement: false })
test.use(onPhone)
const list = '/participant/evenements'
const ofEvents = /\/invitations|\/evenements-inscrits|\/participant\/evenements/

test('without a consent nothing is loaded; refusing is noted, accepting opens the events', async ({ page }) => {
  const stage = scene()
  stage.network.requests.length = 0
  await enter(page, stage, { person: stage.karim, to: list })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(/Votre accord vaut douze mois/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accepter' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  await expect(page.getByText('Votre refus est enregistré.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: "Vous avez refusé, et c'est noté" })).toBeVisible()
  const loaded = () => stage.network.requests.filter((line) => line.startsWith('GET /api') && ofEvents.test(line))
  expect(loaded()).toEqual([])
  await page.getByRole('button', { name: 'Revoir mon choix' }).click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Votre consentement est enregistré.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(titreEvenement)).toBeVisible()
  expect(loaded().length).toBeGreaterThanOrEqual(2)
  await page.goto(`${stage.origin}/profil`)
  await expectPhrase(page.getByRole('heading', { level: 1 }), 'monProfil')
  await expectPhrase(page, 'consentementDejaActif')
  await page.getByRole('button', { name: 'Révoquer mon consentement' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
  await expect(page.getByText('Votre consentement est révoqué.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(phrases.consentementDejaActif)).toBeHidden()
})
