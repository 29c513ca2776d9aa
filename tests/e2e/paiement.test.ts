import { expect, type Page, test } from '@playwright/test'
import type { PlanPayant } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { type PersonneDeTest, unAbonnement } from '#tests/support/builders.ts'
import { answerInstead, clearFault, closeToast, enter, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { abonnementPath, button, planBox, planOf, sansPlan } from '#tests/support/paiement.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import type { Stage } from '#tests/support/stage.ts'

const scene = stageOfFile({ isAddressKnown: true })
test.use({ ...onPhone, ...plain })
const toast = (page: Page) => page.locator('[data-part="toast"]')
const onCheckout = /^POST \/api\/stripe\/checkout\/create/
const onPortal = /^POST \/api\/stripe\/portal/
const onChange = /^POST \/api\/stripe\/abonnement\/change/
const onCancel = /^POST \/api\/stripe\/abonnement\/annuler/

test('shows the specified message when management, change or cancellation fails, and keeps the plan', async ({
  page,
}) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: abonnementPath })
  answerInstead(stage, onPortal, badGateway)
  await button(page, 'Gérer le paiement').click()
  await expectPhrase(toast(page), 'portailErreur')
  await closeToast(page)
  answerInstead(stage, onChange, badGateway)
  await button(page, 'Passer au plan VIP').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Changer de plan' }).click()
  await expectPhrase(toast(page), 'planChangementErreur')
  await closeToast(page)
  answerInstead(stage, onCancel, badGateway)
  await button(page, "Annuler l'abonnement").click()
  await page.getByRole('alertdialog').getByRole('button', { name: "Annuler l'abonnement" }).click()
  await expectPhrase(toast(page), 'abonnementAnnulationErreur')
  await closeToast(page)
  clearFault(stage)
  await page.reload()
  await expect(planBox(page)).toContainText('Plan Premium')
  expect(await planOf(stage, stage.claire)).toEqual({ plan: 'PREMIUM', statut: 'ACTIF' })
})

test('sends a request once while its button is busy', async ({ page }) => {
  const stage = scene()
  const hugo = await sansPlan(stage, 'Hugo')
  await enter(page, stage, { person: hugo, to: abonnementPath })
  const pressed = button(page, "S'abonner au plan Basic")
  await expect(pressed).toBeVisible()
  stage.network.requests.length = 0
  const { promise: until, resolve: letThrough } = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: onCheckout, until }
  await pressed.dblclick()
  await expectPhrase(page.getByRole('main'), 'traitement')
  await page.getByText(phrases.traitement).click({ force: true })
  await expect(button(page, "S'abonner au plan VIP")).toBeDisabled()
  letThrough()
  clearFault(stage)
  await expect(page.getByRole('heading', { name: 'Paiement de démonstration' })).toBeVisible()
  expect(stage.network.requests.filter((line) => onCheckout.test(line))).toHaveLength(1)
})

test('waits for the server after the return, whatever the address contains', async ({ page }) => {
  const stage = scene()
  const zoe = await sansPlan(stage, 'Zoé')
  await enter(page, stage, { person: zoe, to: abonnementPath })
  await page.clock.install()
  await page.goto(`${stage.origin}${abonnementPath}/succes?session_id=cs_1&plan=VIP&statut=ACTIF`)
  await expect(page.getByRole('heading', { name: 'Confirmation du paiement en cours' })).toBeVisible()
  await page.clock.fastForward(19_000)
  await expect(page.getByRole('heading', { name: 'La confirmation se fait attendre' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Voir mon abonnement' })).toBeVisible()
  await unAbonnement(stage, zoe.id, 'BASIC')
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('heading', { name: 'Votre plan Basic est actif' })).toBeVisible()
})

test('does not mistake the previous plan for the one being paid', async ({ page }) => {
  const stage = scene()
  const eve = await sansPlan(stage, 'Eve')
  await unAbonnement(stage, eve.id, 'BASIC')
  await enter(page, stage, { person: eve, to: abonnementPath })
  await button(page, 'Passer au plan VIP').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Changer de plan' }).click()
  await expect(page.getByRole('heading', { name: 'Paiement de démonstration' })).toBeVisible()
  await page.goto(`${stage.origin}${abonnementPath}/succes`)
  await expect(page.getByRole('heading', { name: 'Confirmation du paiement en cours' })).toBeVisible()
  await setPlan(stage, eve, 'VIP')
  await expect(page.getByRole('heading', { name: 'Votre plan VIP est actif' })).toBeVisible()
})

async function setPlan({ parts }: Stage, { id }: PersonneDeTest, plan: PlanPayant): Promise<void> {
  await parts.database.updateTable('abonnement').set({ plan }).where('utilisateurId', '=', id).execute()
}
