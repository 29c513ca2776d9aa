import { expect } from '@playwright/test'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'
import { goOffline, goOnline, somePhotos, test } from './scene.ts'

test('a network that stays silent is asked ever more seldom, however many photos wait, and all leave once it answers', async ({
  stage,
  phone,
}) => {
  goOffline(stage)
  await addMedia(phone.page, await somePhotos(24))
  let asked = 0
  phone.page.on('request', (request) => {
    if (request.url().includes('/medias/uploads')) asked += 1
  })
  // Time passes while nothing answers: a try every half second would be some forty requests.
  await phone.page.waitForTimeout(15_000)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(14)
  goOnline(stage)
  await expect.poll(async () => (await mediasOf(stage)).length, { timeout: 30_000 }).toBe(24)
})
