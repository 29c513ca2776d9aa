import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest, type PersonneDeTest } from '#tests/support/builders.ts'
import { expectFrenchSpaces, watchFrenchSpaces } from '#tests/support/frenchSpaces.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'

/** Permissions of participants and organisers. */
export const onPhone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const onTablet = { viewport: { width: 820, height: 1180 }, hasTouch: true }

/**
 * For journeys that are not about the worker: a page from it is the same, and a start without it takes half as long.
 */
export const withoutWorker = { serviceWorkers: 'block' } as const

/** The same for journeys that are not about movement either: each frame of it is drawn by the processor. */
export const plain = { ...withoutWorker, contextOptions: { reducedMotion: 'reduce' } } as const

type StageOptions = Parameters<typeof openStage>[0]

/** One server for all tests of a file; each test starts without network faults, in a clean browser. */
export function stageOfFile(options: StageOptions | (() => StageOptions | Promise<StageOptions>) = {}): () => Stage {
  let stage: Stage | undefined
  test.beforeAll(async () => {
    stage = await openStage(typeof options === 'function' ? await options() : options)
  })
  test.beforeEach(({ page }) => watchFrenchSpaces(page))
  test.afterEach(({ page }) => {
    if (stage) stage.network.fault = { kind: 'none' }
    expectFrenchSpaces(page)
  })
  test.afterAll(async () => {
    await stage?.close()
  })
  return () => {
    if (!stage) throw new Error('the fixture is not started yet')
    return stage
  }
}

/** Opens a page as a signed-in person; the login form has its own tests. */
export async function enter(page: Page, stage: Stage, { person, to }: { person: PersonneDeTest; to: string }) {
  // Any file of the origin, because session storage belongs to it.
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
  // The registration form, which may still be visible, has fields of the same names.
  await expect(page.getByRole('button', { name: phrases.seConnecter })).toBeVisible()
  await page.getByLabel('Adresse email').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
}

/** Deletes the browser's stored login; the session on the server stays valid. */
export async function forgetDevice(page: Page): Promise<void> {
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()))
  await page.context().clearCookies()
}

/** Answers requests whose first line matches until the fault is reset. */
export function answerInstead({ network }: Stage, request: RegExp, answer: string): void {
  network.fault = { kind: 'instead', request, answer }
}

export function clearFault({ network }: Stage): void {
  network.fault = { kind: 'none' }
}

export async function openUserMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Menu d/ })
    .filter({ visible: true })
    .click()
}

/** Closes the visible toast, so that the next one may appear. */
export async function closeToast(page: Page): Promise<void> {
  const shown = page.locator('[data-part=toast]')
  // Found again by its words: it is rendered anew when a dialog below it closes, and the next one may already be visible.
  const toast = shown.filter({ hasText: (await shown.textContent()) ?? '' })
  await expect(async () => {
    const close = toast.getByRole('button', { name: 'Fermer la notification' })
    // A success closes by itself, also between these two lines.
    if (await toast.isVisible()) await close.click({ timeout: 10_000 })
    await expect(toast).toBeHidden({ timeout: 10_000 })
  }).toPass()
}

/** Waits until a page has its heading and no placeholders. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1, main h2').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Waits until the app has replaced the prerendered page, the only one whose style names are numbers. */
export async function appIsThere(page: Page): Promise<void> {
  await expect(page.locator('#root [data-style]')).toHaveCount(0)
  await expect(page.locator('#root h1')).toBeVisible()
}

/** Expects the server's refusal on screen, with a way back, without offline message or retry button. */
export async function expectRefusal(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: phrases.retourAccueil })).toBeVisible()
  await expect(main.getByRole('button', { name: phrases.reessayer })).toHaveCount(0)
  await expect(main.locator('.lucide-cloud-off')).toHaveCount(0)
}
