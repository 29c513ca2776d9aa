import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { motDePasseDeTest, unConsentement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearFault, fillLogin, onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { addMedia, signIn } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

test('lets the person of a deactivated account save and delete the photos that wait, once the password is right', async ({
  page,
}) => {
  const stage = scene()
  await signIn(page, stage, stage.lea, { remember: true, hasWorker: false })
  answerInstead(stage, /\/medias\/upload/, badGateway)
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])

  await stage.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', stage.lea.id).execute()
  clearFault(stage)
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page).toHaveURL(/\/login/)
  const notice = (sentence: string) => page.getByRole('status').filter({ hasText: typographie(sentence) })
  const waiting = notice('1 photo de Léa attend : reconnectez-vous.')
  const disabled = notice('Ce compte est désactivé : 1 photo de Léa ne part pas.')
  await expect(waiting).toBeVisible()

  await fillLogin(page, stage.lea.email, 'Mauvais2026!')
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page.getByRole('alert').getByText(typographie('E-mail ou mot de passe incorrect.'))).toBeVisible()
  await expect(waiting).toBeVisible()
  await expect(disabled).toBeHidden()

  await fillLogin(page, stage.lea.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page.getByRole('alert').getByText(typographie('Ce compte est désactivé.'))).toBeVisible()
  await expect(disabled).toBeVisible()
  await expect(waiting).toBeHidden()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Vos photos sur ce téléphone' })
  await expect(sheet).toContainText('ces photos ne partent pas')
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await saved).suggestedFilename()).toBe('IMG_1.jpg')

  // The proof is not kept: another person may open this page later.
  await page.reload()
  await expect(waiting).toBeVisible()
  await fillLogin(page, stage.lea.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await sheet.getByRole('button', { name: /^Supprimer 1.photo$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(disabled).toBeHidden()
  await expect(waiting).toBeHidden()
})

test('lets the person of an account that was deleted elsewhere save and delete the photos that wait', async ({
  page,
}) => {
  const stage = scene()
  const ines = await unUtilisateur(stage, { prenom: 'Inès' })
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: ines.id })
  await unConsentement(stage, ines.id)
  await signIn(page, stage, ines, { remember: true, hasWorker: false })
  answerInstead(stage, /\/medias\/upload/, badGateway)
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  // A document that is still open could be refused first, and a new one would then find no session.
  await page.goto('about:blank')

  const headers = { Authorization: `Bearer ${ines.token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ motDePasseActuel: motDePasseDeTest })
  const elsewhere = `${stage.server.address}/api/frontend/participant/data`
  expect((await fetch(elsewhere, { method: 'DELETE', headers, body })).status).toBe(200)
  clearFault(stage)
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page).toHaveURL(/\/login/)
  const notice = (sentence: string) => page.getByRole('status').filter({ hasText: typographie(sentence) })
  await expect(notice("Vos données ont été supprimées d'Éclats.")).toBeVisible()
  const left = notice("Le compte d'Inès est supprimé : 1 photo ne partira pas.")
  await expect(left).toBeVisible()
  await page.goto(`${stage.origin}/`)
  await left.getByRole('button', { name: 'Voir' }).click()
  const sheet = page.getByRole('dialog', { name: 'Vos photos sur ce téléphone' })
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await saved).suggestedFilename()).toBe('IMG_1.jpg')
  await sheet.getByRole('button', { name: /^Supprimer 1.photo$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(left).toBeHidden()
})
