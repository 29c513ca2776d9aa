import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { answerOf, mute } from '#tests/support/answers.ts'
import { uneInscription, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearWeather, closeToast, enter, onTablet, stageOfFile } from '#tests/support/journey.ts'
import { expectPhrase, notePhrase } from '#tests/support/phrasesSeen.ts'

const scene = stageOfFile()
test.use(onTablet)
const participantsOf = (id: number | string) => `/organisateur/evenements/${id}/participants`
const onDecision = /^PUT \S*\/inscriptions\/\d+\/statut/

test('registrations are validated and cancelled, and every failure is said', async ({ page }) => {
  const stage = scene()
  const { evenementId } = stage
  const { id: utilisateurId } = await unUtilisateur(stage, { prenom: 'Zoé', nom: 'Lambert' })
  await uneInscription(stage, { evenementId, utilisateurId, statut: 'EN_ATTENTE' })
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  const row = page.getByRole('row').filter({ hasText: 'Zoé Lambert' })
  await expect(row.getByText('En attente')).toBeVisible()
  answerInstead(
    stage,
    onDecision,
    answerOf('409 Conflict', { code: 'inscription.complet', message: 'Complet ce soir.' }),
  )
  await row.getByRole('button', { name: 'Valider Zoé Lambert' }).click()
  await expectPhrase(page, 'inscriptionErreurValidation')
  await expect(page.getByText('Complet ce soir.').filter({ visible: true }).first()).toBeVisible()
  await closeToast(page)
  clearWeather(stage)
  await row.getByRole('button', { name: 'Valider Zoé Lambert' }).click()
  await expectPhrase(page, 'inscriptionValidee')
  await closeToast(page)
  await expect(row.getByText('Validée')).toBeVisible()

  const cancel = async () => {
    await row.getByRole('button', { name: "Annuler l'inscription de Zoé Lambert" }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: "Annuler l'inscription" }).click()
  }
  answerInstead(stage, onDecision, mute('500 Internal Server Error'))
  await cancel()
  await expectPhrase(page, 'inscriptionErreurAnnulation')
  await closeToast(page)
  clearWeather(stage)
  await cancel()
  await expectPhrase(page, 'inscriptionAnnulee')
  await expect(row.getByText('Annulée')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Annulées' }).click()
  await expect(page).toHaveURL(/\?statut=ANNULE$/)
  await expect(page.getByRole('row').filter({ hasText: 'Karim' })).toHaveCount(0)
})

test('an event that the address does not name, names badly or may not be seen is said', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: participantsOf('abc') })
  await expectPhrase(page, 'evenementIdInvalide')
  await page.goto(`${stage.origin}/organisateur/evenements/participants`)
  await expectPhrase(page, 'evenementIdManquant')
  await page.goto(`${stage.origin}${participantsOf(999_999)}`)
  await expectPhrase(page.getByRole('main'), 'erreurChargement')
  await expectPhrase(page.getByRole('main'), 'organisateurNonAutorise')
  answerInstead(stage, /^GET \/api\S*\/participants/, mute('403 Forbidden'))
  await page.goto(`${stage.origin}${participantsOf(stage.evenementId)}`)
  await expect(page.getByRole('main').getByText('Impossible de charger les inscriptions.')).toBeVisible()
})

test('inviting says what is missing, who is unknown, what the plan allows and what failed', async ({ page }) => {
  const stage = scene()
  const paul = await unOrganisateur(stage, { email: 'paul@eclats.test', prenom: 'Paul' })
  const { id } = await unEvenement(stage, { createurId: paul.id, titre: 'Vernissage' })
  await enter(page, stage, { person: paul, to: participantsOf(id) })
  await page.getByRole('button', { name: 'Inviter' }).click()
  const sheet = page.getByRole('dialog')
  const email = sheet.getByLabel('Adresse email')
  const send = sheet.getByRole('button', { name: "Envoyer l'invitation" })
  await send.click()
  await expectPhrase(sheet, 'invitationChampsRequis')
  await email.fill('inconnue@eclats.test')
  await expect(sheet.getByText(phrases.invitationChampsRequis)).toBeHidden()
  const answered = page.waitForResponse(/\/inviter$/)
  await send.click()
  expect(await (await answered).json()).toMatchObject({ message: phrases.invitationUtilisateurNonTrouve })
  notePhrase('invitationUtilisateurNonTrouve')
  await expectPhrase(sheet.getByRole('alert'), 'invitationInconnu')
  answerInstead(stage, /^POST \S*\/inviter/, mute('500 Internal Server Error'))
  await send.click()
  await expectPhrase(sheet.getByRole('alert'), 'invitationErreur')
  clearWeather(stage)
  await email.fill(stage.karim.email)
  await send.click()
  await expect(sheet.getByText(`Invitation envoyée à ${stage.karim.email}.`)).toBeVisible()

  for (let n = 0; n < 29; n += 1) {
    const { id: utilisateurId } = await unUtilisateur(stage)
    await uneInscription(stage, { evenementId: id, utilisateurId })
  }
  await email.fill(stage.lea.email)
  await send.click()
  await expectPhrase(sheet.getByRole('alert'), 'invitationQuota')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})
