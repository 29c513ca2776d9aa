import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest, type PersonneDeTest } from '#tests/support/builders.ts'
import { expectFrenchSpaces, watchFrenchSpaces } from '#tests/support/frenchSpaces.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'

/** What participants and organisers hold. */
export const onPhone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const onTablet = { viewport: { width: 820, height: 1180 }, hasTouch: true }

/** One server for all journeys of a file; each starts in clear weather, in a browser that remembers nothing. */
export function stageOfFile(options: Parameters<typeof openStage>[0] = {}): () => Stage {
  let stage: Stage | undefined
  test.beforeAll(async () => {
    stage = await openStage(options)
  })
  test.beforeEach(({ page }) => watchFrenchSpaces(page))
  test.afterEach(({ page }) => {
    if (stage) stage.network.weather = { kind: 'clear' }
    expectFrenchSpaces(page)
  })
  test.afterAll(async () => {
    await stage?.close()
  })
  return () => {
    if (!stage) throw new Error('the stage opens before the first journey')
    return stage
  }
}

/** Opens a page as somebody who has logged in; the login has journeys of its own. */
export async function enter(page: Page, stage: Stage, { person, to }: { person: PersonneDeTest; to: string }) {
  // Any file of the origin: what a tab holds belongs to it.
  await page.goto(`${stage.origin}/icons/eclats.svg`)
  const { token, nom, prenom } = person
  await page.evaluate(
    (session) => sessionStorage.setItem('eclats.session', session),
    JSON.stringify({ token, nom, prenom }),
  )
  await page.goto(`${stage.origin}${to}`)
  await expect(page).toHaveURL(`${stage.origin}${to}`)
}

export async function fillLogin(page: Page, email: string, password: string = motDePasseDeTest): Promise<void> {
  // The form of the registration, which may still be there, has fields of the same names.
  await expect(page.getByRole('button', { name: phrases.seConnecter })).toBeVisible()
  await page.getByLabel('Adresse email').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
}

/** Makes this browser one that knows nobody; the session itself lives on. */
export async function forgetDevice(page: Page): Promise<void> {
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()))
  await page.context().clearCookies()
}

/** Requests whose first line matches get this answer until the weather changes. */
export function answerInstead({ network }: Stage, request: RegExp, answer: string): void {
  network.weather = { kind: 'instead', request, answer }
}

export function clearWeather({ network }: Stage): void {
  network.weather = { kind: 'clear' }
}

/** Opens the user menu of a signed-in page. */
export async function openUserMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Menu d/ })
    .filter({ visible: true })
    .click()
}

/** Closes the notification on screen, so that the next one may come. */
export async function closeToast(page: Page): Promise<void> {
  // This one alone is waited for: the next may have come before anybody looks.
  const toast = await page.locator('[data-part=toast]').elementHandle()
  await page.getByRole('button', { name: 'Fermer la notification' }).click()
  await toast?.waitForElementState('hidden')
}

/** Waits until the app has taken the place of a page that the build wrote: that page alone names its styles by number. */
export async function appIsThere(page: Page): Promise<void> {
  await expect(page.locator('#root [data-style]')).toHaveCount(0)
  await expect(page.locator('#root h1')).toBeVisible()
}

/** The screen shows what the server refuses: with the way back, and neither as a lost connection nor to ask again. */
export async function expectRefusal(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: phrases.retourAccueil })).toBeVisible()
  await expect(main.getByRole('button', { name: phrases.reessayer })).toHaveCount(0)
  await expect(main.locator('.lucide-cloud-off')).toHaveCount(0)
}
