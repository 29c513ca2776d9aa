import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { rawAnswer } from '#tests/support/answers.ts'
import { enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, titreEvenement } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onPhone)

test("works offline after the first visit once the event's files are cached, and caches the rest when the network returns", async ({
  page,
}) => {
  const stage = scene()
  await page.clock.install()
  // The organiser screens fail to load, like on a connection that breaks early.
  const organiser = /^GET \/assets\/organisateur/
  const nothing = rawAnswer('503 Service Unavailable', '', [])
  stage.network.fault = { kind: 'instead', request: organiser, answer: nothing }
  const granted = page.waitForResponse((answer) => answer.url().includes('/upload-grants') && answer.ok())
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  await granted
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  expect(await keptFiles(page)).not.toContain('/assets/organisateur')

  // The HTTP cache may be cleared at any time.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  // A session that stays open keeps the page from hearing that the network returned.
  await devtools.detach()
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  // What index.html shows while the app starts, and the header of the login page.
  for (const picture of ['/icons/eclats.svg', '/accueil/guirlande-2.webp'])
    expect(await isShown(page, picture)).toBe(true)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await page.getByRole('link', { name: /^Envois/ }).click()
  await expect(page.getByText('IMG_1.jpg').first()).toBeVisible()

  // The files were already requested after the start of this page, without network.
  await page.clock.fastForward(60_000)
  stage.network.fault = { kind: 'none' }
  await page.context().setOffline(false)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  await expect.poll(() => keptAMinuteLater(page)).toContain('/assets/organisateur')
})

test('says that a page comes with the network when it is opened without it and its code is not on the device', async ({
  page,
}) => {
  const stage = scene()
  const code = /^GET \/assets\/politique-confidentialite/
  stage.network.fault = { kind: 'instead', request: code, answer: rawAnswer('503 Service Unavailable', '', []) }
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await page.goto(`${stage.origin}/politique-confidentialite`)
  const waiting = page.getByRole('heading', { name: 'Cette page arrive avec le réseau.' })
  await expect(waiting).toBeVisible()
  await page.getByRole('link', { name: phrases.retourAccueil }).click()
  await expect(page).not.toHaveURL(/confidentialite/)
  await page.goto(`${stage.origin}/politique-confidentialite`)
  await expect(waiting).toBeVisible()
  stage.network.fault = { kind: 'none' }
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeVisible()
})

test('caches the rest when the first install lasts longer than the start of the page', async ({ page }) => {
  const stage = scene()
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  // A file of the install that this page does not show.
  stage.network.fault = { kind: 'held', request: /^GET \/accueil\/guirlande-2/, until }
  await page.clock.install()
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.state)
  await expect.poll(workers).toBe('installing')
  await page.clock.fastForward(60_000)
  release()
  await expect.poll(() => keptAMinuteLater(page)).toContain('/assets/organisateur')
})

for (const [what, request] of [
  ['the worker', /^GET \/sw\.js/],
  ['a file of its install', /^GET \/accueil\/guirlande-2/],
] as const)
  test(`installs the app in the same visit when ${what} could not be loaded at first`, async ({ page }) => {
    const stage = scene()
    stage.network.fault = { kind: 'instead', request, answer: rawAnswer('503 Service Unavailable', '', []) }
    await page.clock.install()
    await page.addInitScript(noteFailedInstall)
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
    await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['failedInstall'])).toBe('true')
    stage.network.fault = { kind: 'none' }
    await expect.poll(() => keptAMinuteLater(page)).toContain('/assets/organisateur')
  })

/** Marks the document when a worker could not be registered or installed. */
function noteFailedInstall(): void {
  const { serviceWorker } = navigator
  const register = serviceWorker.register.bind(serviceWorker)
  const note = () => (document.documentElement.dataset['failedInstall'] = 'true')
  serviceWorker.register = async (...input) => {
    const registration = await register(...input).catch((error: unknown) => {
      note()
      throw error
    })
    const worker = registration.installing
    worker?.addEventListener('statechange', () => worker.state === 'redundant' && note())
    return registration
  }
}

function isShown(page: Page, address: string): Promise<boolean> {
  return page.evaluate(async (src) => {
    const picture = Object.assign(new Image(), { src })
    return picture.decode().then(
      () => true,
      () => false,
    )
  }, address)
}

/** The files are requested again after a pause. */
async function keptAMinuteLater(page: Page): Promise<string> {
  await page.clock.fastForward(60_000)
  return keptFiles(page)
}

/** Addresses of the app's files that the worker has cached. */
function keptFiles(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept
      .flat()
      .map(({ url }) => url)
      .join('\n')
  })
}
