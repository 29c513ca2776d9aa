import { expect, type Page, test } from '@playwright/test'
import type { StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unAbonnement, unEvenement } from '#tests/support/builders.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  onPhone,
  onTablet,
  openUserMenu,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { abonnementPath, button, planBox, planOf, sansPlan } from '#tests/support/paiement.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'

const scene = stageOfFile({ isAddressKnown: true })
test.use({ ...onPhone, ...plain })
const toast = (page: Page) => page.locator('[data-part="toast"]')

test('buys, changes, manages and cancels a plan on the payment page, and applies its quotas', async ({ page }) => {
  const stage = scene()
  const nina = await sansPlan(stage, 'Nina')
  await unEvenement(stage, { createurId: nina.id, titre: 'Vernissage' })
  await enter(page, stage, { person: nina, to: abonnementPath })
  await expect(planBox(page)).toContainText('Plan Freemium')
  await expect(planBox(page)).toContainText('1 sur 1')
  await expect(page.getByText("rien n'est payé, les prix sont des exemples.")).toBeVisible()

  await button(page, "S'abonner au plan Basic").click()
  await expect(page.getByRole('heading', { name: 'Paiement de démonstration' })).toBeVisible()
  await page.getByRole('link', { name: 'Revenir sans changer' }).click()
  await expect(page.getByText('Paiement abandonné.')).toBeVisible()
  expect(await planOf(stage, nina)).toBeNull()

  await button(page, "S'abonner au plan Premium").click()
  await page.getByRole('button', { name: 'Confirmer sans payer' }).click()
  await expect(page).toHaveURL(`${stage.origin}${abonnementPath}/succes`)
  await expect(page.getByRole('heading', { name: 'Votre plan Premium est actif' })).toBeVisible()
  expect(await planOf(stage, nina)).toEqual({ plan: 'PREMIUM', statut: 'ACTIF' })
  await page.getByRole('link', { name: 'Voir mon abonnement' }).click()
  await expect(planBox(page)).toContainText('Plan Premium')
  await expect(planBox(page)).toContainText('Actif')
  await expect(planBox(page)).toContainText('1 sur 10')
  await expect(page.getByText('Paiement abandonné.')).toBeHidden()

  await button(page, 'Passer au plan Basic').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 événements actifs')
  await expect(question).toContainText('leurs inscriptions et leurs photos restent')
  await question.getByRole('button', { name: 'Changer de plan' }).click()
  await expect(toast(page).getByText('Changement de plan enregistré.')).toBeVisible()
  await closeToast(page)
  await expect(planBox(page)).toContainText('Plan Basic')
  await expect(planBox(page)).toContainText('1 sur 3')

  await button(page, 'Gérer le paiement').click()
  await expect(page.getByRole('heading', { name: 'Abonnement de démonstration' })).toBeVisible()
  await page.getByRole('button', { name: 'Passer au plan VIP' }).click()
  await page.getByRole('link', { name: 'Revenir au site' }).click()
  await expect(page).toHaveURL(`${stage.origin}${abonnementPath}`)
  await expect(planBox(page)).toContainText('Plan VIP')
  await expect(planBox(page)).toContainText('1 sur 100')

  await button(page, "Annuler l'abonnement").click()
  await expect(question).toContainText("Votre plan s'arrête tout de suite.")
  await expect(question).toContainText(/1.événement actif, 30.participants par événement/)
  await question.getByRole('button', { name: 'Garder mon abonnement' }).click()
  await expect(question).toBeHidden()
  expect(await planOf(stage, nina)).toEqual({ plan: 'VIP', statut: 'ACTIF' })
  await button(page, "Annuler l'abonnement").click()
  await question.getByRole('button', { name: "Annuler l'abonnement" }).click()
  await expect(toast(page).getByText("L'annulation de votre abonnement est enregistrée.")).toBeVisible()
  await expect(planBox(page)).toContainText('Plan Freemium')
  await expect(planBox(page)).toContainText('Annulé')
  await expect(planBox(page)).toContainText('1 sur 1')
  expect(await planOf(stage, nina)).toEqual({ plan: 'VIP', statut: 'ANNULE' })
  await expect(button(page, "S'abonner au plan VIP")).toBeVisible()
})

test('shows an error with a retry button when loading fails', async ({ page }) => {
  const stage = scene()
  const lise = await sansPlan(stage, 'Lise')
  await enter(page, stage, { person: lise, to: '/organizer' })
  answerInstead(stage, /^GET \/api\/stripe\/abonnement/, badGateway)
  await page.goto(`${stage.origin}${abonnementPath}`)
  await expectPhrase(page.getByRole('main'), 'abonnementErreur')
  await expect(button(page, "S'abonner au plan Basic")).toBeDisabled()
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(planBox(page)).toContainText('Plan Freemium')
  answerInstead(stage, /^GET \/api\/stripe\/abonnement/, badGateway)
  await page.reload()
  await expectPhrase(toast(page), 'abonnementErreur')
  await expect(planBox(page)).toContainText('Plan Freemium')
  clearFault(stage)
  const max = await sansPlan(stage, 'Max')
  await page.goto(`${stage.origin}/organizer`)
  await page.evaluate(() => sessionStorage.clear())
  await enter(page, stage, { person: max, to: '/organizer' })
  answerInstead(stage, /^GET \/api\/stripe\/plan/, badGateway)
  await page.goto(`${stage.origin}${abonnementPath}`)
  await expectPhrase(page.getByRole('main'), 'plansErreur')
  await expectPhrase(planBox(page), 'limitesErreurVotre')
  await expectPhrase(toast(page), 'limitesErreur')
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByRole('heading', { name: 'VIP' })).toBeVisible()
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('shows the last known plan without network, and why each action is unavailable', async ({ page, context }) => {
    const stage = scene()
    await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
    const box = page.getByRole('region', { name: 'Abonnement' })
    await expect(box).toContainText('Actif')
    await box.getByRole('link', { name: 'Voir les plans' }).click()
    await expect(planBox(page)).toContainText('1 sur 10')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await expect(planBox(page)).toContainText('1 sur 10')
    await expect(page.getByRole('heading', { name: 'VIP' })).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(planBox(page)).toContainText('Plan Premium')
    await expect(planBox(page)).toContainText('1 sur 10')
    await expect(page.getByText(/Hors ligne.: pour payer, changer de plan ou annuler/)).toBeVisible()
    for (const name of ['Gérer le paiement', "Annuler l'abonnement", 'Passer au plan VIP']) {
      const held = button(page, name)
      await expect(held).toBeDisabled()
      await expect(held).toHaveAttribute('title', 'Vous êtes hors ligne')
    }
    await page.goto(`${stage.origin}/organizer/evenements`)
    await expect(page.getByRole('region', { name: 'Plan Premium' })).toContainText('1 sur 10')
    await page.goBack()
    await context.setOffline(false)
    await expect(button(page, 'Passer au plan VIP')).toBeEnabled()
  })
})

test('admits only organisers: visitors log in and return, others go to their home page', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}${abonnementPath}/succes`)
  await expect(page).toHaveURL(`${stage.origin}/login?redirect=${encodeURIComponent(`${abonnementPath}/succes`)}`)
  await enter(page, stage, { person: stage.karim, to: '/participant/envois' })
  for (const path of [abonnementPath, `${abonnementPath}/succes`]) {
    await page.goto(`${stage.origin}${path}`)
    await expect(page).toHaveURL(`${stage.origin}/`)
  }
  await page.evaluate(() => sessionStorage.clear())
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  await openUserMenu(page)
  await page.getByLabel('Menu utilisateur').getByRole('link', { name: 'Abonnement' }).click()
  await expect(page).toHaveURL(`${stage.origin}${abonnementPath}`)
})

test('shows the label of each statut, and offers payment first for a suspended one', async ({ page }) => {
  const stage = scene()
  const ada = await sansPlan(stage, 'Ada')
  await unAbonnement(stage, ada.id, 'BASIC')
  const set = (statut: StatutAbonnement) =>
    stage.parts.database.updateTable('abonnement').set({ statut }).where('utilisateurId', '=', ada.id).execute()
  await enter(page, stage, { person: ada, to: abonnementPath })
  await expect(planBox(page)).toContainText('Plan Basic')
  for (const [statut, word] of [
    ['EXPIRE', 'Expiré'],
    ['ACHIVE', 'Archivé'],
    ['SUSPENDU', 'Suspendu'],
  ] as const) {
    await set(statut)
    await page.reload()
    await expect(planBox(page).getByText(word, { exact: true })).toBeVisible()
    await expect(planBox(page)).toContainText('Plan Freemium')
  }
  await expect(planBox(page).getByRole('button', { name: 'Régler le paiement' })).toBeVisible()
  await expect(planBox(page)).toContainText("Le paiement du plan Basic n'a pas abouti")
})

test('shows the plan that applies when it has ended and an event is refused because of it', async ({ page }) => {
  const stage = scene()
  const ugo = await sansPlan(stage, 'Ugo')
  await unAbonnement(stage, ugo.id, 'BASIC')
  await unEvenement(stage, { createurId: ugo.id, titre: 'Kermesse' })
  await enter(page, stage, { person: ugo, to: '/organizer/evenements' })
  await expect(planBox(page)).toContainText('1 sur 3')
  await page
    .getByRole('button', { name: /^Créer/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Titre').fill('Bal')
  const { database } = stage.parts
  await database.updateTable('abonnement').set({ statut: 'EXPIRE' }).where('utilisateurId', '=', ugo.id).execute()
  await page.getByRole('dialog').getByRole('button', { name: 'Créer et voir le QR code' }).click()
  await expect(page.getByText("Quota d'événements actifs (1) atteint.")).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(planBox(page)).toContainText('1 sur 1')
  await expect(page.getByRole('region', { name: 'Abonnement' })).toContainText('Expiré')
})

test.describe('on a tablet', () => {
  test.use({ ...onTablet, hasTouch: false })
  test('buys a plan by keyboard alone when the current one is full', async ({ page }) => {
    const stage = scene()
    const yann = await sansPlan(stage, 'Yann')
    await unEvenement(stage, { createurId: yann.id, titre: 'Fest-noz' })
    await enter(page, stage, { person: yann, to: '/organizer/evenements' })
    await tabTo(page, page.getByRole('status').getByRole('link', { name: 'Voir les plans' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: "S'abonner au plan Basic" }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Confirmer sans payer' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Votre plan Basic est actif' })).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Voir mes événements' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Créer un événement' })).toBeEnabled()
  })
})
