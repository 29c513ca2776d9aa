import { expect, type Page, test } from '@playwright/test'
import { badGateway } from '#tests/support/answers.ts'
import { type PersonneDeTest, unAbonnement } from '#tests/support/builders.ts'
import { answerInstead, clearFault, closeToast, enter, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { abonnementPath, button, planBox, sansPlan } from '#tests/support/paiement.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import type { Stage } from '#tests/support/stage.ts'
import { startStripePeer, type StripePeer } from '#tests/support/stripePeer.ts'

test.use({ ...onPhone, ...plain })
const toast = (page: Page) => page.locator('[data-part="toast"]')
const contentType = 'text/html'
const onCheckout = /^POST \/api\/stripe\/checkout\/create/

let stripe: StripePeer
const scene = stageOfFile(async () => {
  stripe = await startStripePeer()
  return { isAddressKnown: true, environment: stripe.environment }
})
test.afterAll(() => stripe.close())
test.beforeEach(() => stripe.giveAddress(null))
const withStripe = (stage: Stage, { id }: PersonneDeTest) =>
  unAbonnement(stage, id, 'BASIC', { fournisseur: 'stripe', reference: `sub_${id}`, client: `cus_${id}` })

test('shows the specified message when a payment cannot be opened, and stays on the page', async ({ page }) => {
  const stage = scene()
  const omar = await sansPlan(stage, 'Omar')
  await enter(page, stage, { person: omar, to: abonnementPath })
  const buy = () => button(page, "S'abonner au plan Basic").click()
  for (const address of [
    'https://checkout.stripe.com.ailleurs.test/c/pay/1',
    'http://checkout.stripe.com/c/pay/1',
    '',
  ]) {
    stripe.giveAddress(address)
    await buy()
    await expectPhrase(toast(page), 'erreurPaiement')
    await expectPhrase(toast(page), 'checkoutUrlInvalide')
    await closeToast(page)
  }
  answerInstead(stage, onCheckout, badGateway)
  await buy()
  await expectPhrase(toast(page), 'checkoutErreur')
  await closeToast(page)
  clearFault(stage)
  // Subscribed on another device since this page was loaded.
  await withStripe(stage, omar)
  await buy()
  await expect(toast(page).getByText('Vous avez déjà un abonnement')).toBeVisible()
  await closeToast(page)
  await expect(page).toHaveURL(`${stage.origin}${abonnementPath}`)
  await expect(page).toHaveTitle(/Abonnement/)
})

test('shows the subscription of another device when a purchase is refused because of it', async ({ page }) => {
  const stage = scene()
  const rita = await sansPlan(stage, 'Rita')
  await enter(page, stage, { person: rita, to: abonnementPath })
  await expect(planBox(page)).toContainText('Plan Freemium')
  await withStripe(stage, rita)
  await button(page, "S'abonner au plan VIP").click()
  await expect(toast(page).getByText('Vous avez déjà un abonnement')).toBeVisible()
  await expect(planBox(page)).toContainText('Plan Basic')
  await expect(button(page, 'Passer au plan VIP')).toBeEnabled()
})

test('waits for a payment page longer than for other answers', async ({ page, context }) => {
  const stage = scene()
  const paul = await sansPlan(stage, 'Paul')
  await context.route('https://*.stripe.com/**', (route) => route.fulfill({ body: '<h1>Stripe</h1>', contentType }))
  await page.clock.install()
  await enter(page, stage, { person: paul, to: abonnementPath })
  await expect(button(page, "S'abonner au plan Basic")).toBeEnabled()
  const { promise: until, resolve: letThrough } = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: onCheckout, until }
  stage.network.requests.length = 0
  await button(page, "S'abonner au plan Basic").click()
  await expect.poll(() => stage.network.requests.some((line) => onCheckout.test(line))).toBe(true)
  await page.clock.fastForward(20_000)
  letThrough()
  await expect(page.getByRole('heading', { name: 'Stripe' })).toBeVisible()
})

test('shows a change of the payment page whose message comes after the return', async ({ page }) => {
  const stage = scene()
  const nils = await sansPlan(stage, 'Nils')
  await withStripe(stage, nils)
  await page.clock.install()
  await enter(page, stage, { person: nils, to: abonnementPath })
  await expect(planBox(page)).toContainText('Plan Basic')
  const { database } = stage.parts
  await database.updateTable('abonnement').set({ plan: 'VIP' }).where('utilisateurId', '=', nils.id).execute()
  await page.clock.fastForward(31_000)
  await expect(planBox(page)).toContainText('Plan VIP')
})

test('opens the pages of Stripe, and refuses a portal address outside Stripe', async ({ page, context }) => {
  const stage = scene()
  const ines = await sansPlan(stage, 'Inès')
  await context.route('https://*.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<h1>${new URL(route.request().url()).host}</h1>` }),
  )
  await enter(page, stage, { person: ines, to: abonnementPath })
  await button(page, "S'abonner au plan VIP").click()
  await expect(page.getByRole('heading', { name: 'checkout.stripe.com' })).toBeVisible()
  // Back may restore the page from the back/forward cache: its buttons must not stay busy.
  await page.goBack()
  await expect(button(page, "S'abonner au plan VIP")).toBeEnabled()
  await withStripe(stage, ines)
  await page.reload()
  stripe.giveAddress('https://ailleurs.test/')
  await button(page, 'Gérer le paiement').click()
  await expectPhrase(toast(page), 'portailUrlInvalide')
  await closeToast(page)
  stripe.giveAddress(null)
  await button(page, 'Gérer le paiement').click()
  await expect(page.getByRole('heading', { name: 'billing.stripe.com' })).toBeVisible()
})
