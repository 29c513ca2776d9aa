import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { addMedia, openEvenement, retryAll, signIn } from '#tests/support/steps.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { longestDifference, watchQueue } from '#tests/support/queueWatch.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'

let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
  phone = await openPhone()
})
test.afterAll(async () => {
  await phone.close()
  await stage.close()
})

test('shows the same queue in two tabs within seconds, consistent with the server', async () => {
  const { page, context } = phone
  await signIn(page, stage, stage.karim, { remember: true })
  await openEvenement(page, stage)
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  const bytes = 400 * 1024
  const photos = await Promise.all(Array.from({ length: 6 }, () => unePhotoDe(bytes)))
  await addMedia(
    page,
    photos.map((buffer, at) => ({ name: `IMG_${at}.jpg`, mimeType: 'image/jpeg', buffer })),
  )
  const other = await context.newPage()
  const envois = `${stage.origin}/participant/envois`
  for (const tab of [page, other]) {
    await tab.goto(envois)
    await expect(tab.locator('main li[data-state]')).toHaveCount(photos.length)
  }
  const [here, there] = [await watchQueue(page), await watchQueue(other)]
  const server = watchServer()
  await other.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText('rien ne part avant')).toBeVisible()
  await expect(page.locator('main li[data-state=paused]')).toHaveCount(photos.length)
  stage.network.fault = { kind: 'slow', bytesPerSecond: bytes / 2 }
  await other.getByRole('button', { name: 'Reprendre' }).click()
  await expect(page.locator('main li[data-state=done]').first()).toBeVisible()
  stage.network.fault = { kind: 'none' }
  await retryAll(other)
  // Five receipts at first, the others behind a button.
  for (const tab of [page, other]) await expect(tab.getByText('Tout est reçu').first()).toBeVisible()
  await expect.poll(server.count).toBe(photos.length)
  const received = await server.stop()
  const [seenHere, seenThere] = [await here(), await there()]
  expect(seenHere.length).toBeGreaterThan(12)
  const difference = longestDifference(seenHere, seenThere)
  test.info().annotations.push({ type: 'ms', description: String(difference) })
  // A tab that updates only on interaction would differ for as long as the photos take.
  expect(difference).toBeLessThanOrEqual(5000)
  for (const { at, rows } of [...seenHere, ...seenThere]) {
    const known = received.find((sample) => sample.at >= at)
    if (known) expect(rows.filter((state) => state === 'done').length).toBeLessThanOrEqual(known.count)
  }
  expect(await mediasOf(stage)).toHaveLength(photos.length)
})

/** Number of media on the server over time. */
function watchServer() {
  const samples: { at: number; count: number }[] = []
  const over = new AbortController()
  const look = async () => {
    while (!over.signal.aborted) {
      // Before the count: the media that are there at this time are counted.
      const at = Date.now()
      const { length: count } = await mediasOf(stage)
      samples.push({ at, count })
      await setTimeout(20)
    }
  }
  const looking = look()
  return {
    /** The latest number. */
    count: () => samples.at(-1)?.count,
    async stop() {
      over.abort()
      await looking
      return samples
    },
  }
}
