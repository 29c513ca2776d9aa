import { expect, test } from '@playwright/test'
import { rawAnswer } from '#tests/support/answers.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { addMedia, openEvenement, signIn } from '#tests/support/steps.ts'

let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
})
test.beforeEach(async () => {
  phone = await openPhone()
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('announces a new version unobtrusively, and never during an upload', async () => {
  const { page } = phone
  const bar = page.getByText('Nouvelle version', { exact: true })
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  await expect(bar).toHaveCount(0)
  await publishNextVersion()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(bar).toBeVisible()
  stage.network.fault = { kind: 'slow', bytesPerSecond: 30 * 1024 }
  const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhotoDe(3 * 1024 * 1024) }
  await addMedia(page, [photo])
  await expect(page.getByRole('link', { name: /^0 sur 1/ }).filter({ visible: true })).toBeVisible()
  await expect(bar).toBeHidden()
  stage.network.fault = { kind: 'none' }
  await expect(page.getByRole('link', { name: /^0 sur 1/ })).toHaveCount(0)
  await expect(bar).toBeVisible()
})

test('does not install a new version with a page of the version before', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  const list = /"revision":"[^"]*","url":"index\.html"/
  const newer = Buffer.from(sha256Of(Buffer.from('The page of the next version.')), 'hex').toString('base64')
  await publishNextVersion((worker) => worker.replace(list, `"revision":"sha256-${newer}","url":"index.html"`))
  const end = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const found = new Promise((resolve) => registration.addEventListener('updatefound', resolve, { once: true }))
    await registration.update()
    await found
    const { installing } = registration
    await new Promise((resolve) => installing?.addEventListener('statechange', resolve, { once: true }))
    return installing?.state
  })
  expect(end).toBe('redundant')
  await publishNextVersion()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('Nouvelle version', { exact: true })).toBeVisible()
})

/** This build's worker with one more line, which the browser treats as a new version. */
async function publishNextVersion(change = (worker: string) => worker): Promise<void> {
  const now = await fetch(`${stage.server.address}/sw.js`)
  const headers = ['content-type', 'content-security-policy', 'cache-control'].flatMap((name) => {
    const value = now.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const body = `${change(await now.text())}\n// The next version.\n`
  stage.network.fault = { kind: 'instead', request: /^GET \/sw\.js/, answer: rawAnswer('200 OK', body, headers) }
}
