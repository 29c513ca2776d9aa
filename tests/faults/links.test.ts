import { expect } from '@playwright/test'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'
import { creationsOf, offsetOf, rowsOn, statesOn, toUploads } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, test } from './scene.ts'

const mib = 1024 * 1024

test(
  '9 aborts the request and resumes when the network forwards nothing from the middle of a body on',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const { network } = stage
    const photo = await aLargePhoto(3 * mib)
    network.requests.length = 0
    network.fault = { kind: 'blackhole', afterBytes: mib / 2 }
    const { faultCount } = network
    await addMedia(phone.page, [photo])
    await expect.poll(() => network.faultCount).toBeGreaterThan(faultCount)
    // New connections work again; the cut one stays cut.
    goOnline(stage)
    await expectDelivered(stage, [photo], phone.page)
    expect(creationsOf(stage)).toBe(1)
  },
)

test('36 stores no media and sends no arrived byte twice when bodies are shorter than their length', async ({
  stage,
  phone,
}) => {
  const { network } = stage
  const photo = await aLargePhoto(3 * mib)
  network.fault = { kind: 'cutAfter', bytes: 700 * 1024 }
  network.bytesToServer = 0
  // After the first cut nothing passes, so that the rest of the photo cannot arrive before the next line is read.
  const isCut = expect
    .poll(() => network.bytesToServer, { intervals: [20] })
    .toBeGreaterThan(700 * 1024)
    .then(() => (network.fault = { kind: 'down' }))
  await addMedia(phone.page, [photo])
  await isCut
  await expect.poll(() => offsetOf(stage)).toBeGreaterThan(0)
  expect(await mediasOf(stage)).toHaveLength(0)
  goOnline(stage)
  await expectDelivered(stage, [photo], phone.page)
  expect(network.bytesToServer).toBeLessThan(1.5 * photo.buffer.length)
})

test('36 delivers the photo when every connection is cut after 700 kB', async ({ stage, phone }) => {
  const photo = await aLargePhoto(3 * mib)
  stage.network.fault = { kind: 'cutAfter', bytes: 700 * 1024 }
  await addMedia(phone.page, [photo])
  await expectDelivered(stage, [photo], phone.page)
})

test('37 stores nothing wrong and delivers the correct bytes when a bit is flipped on the way', async ({
  stage,
  phone,
}) => {
  const { network } = stage
  const photo = await aLargePhoto(2 * mib)
  const { faultCount } = network
  network.fault = { kind: 'flip', request: /^PATCH \S*\/medias\/uploads\// }
  // Before the phone has tried it too often.
  const isFlipped = expect
    .poll(() => network.faultCount, { intervals: [20] })
    .toBeGreaterThan(faultCount)
    .then(() => goOnline(stage))
  await addMedia(phone.page, [photo])
  await isFlipped
  await expectDelivered(stage, [photo], phone.page)
})

test(
  '37 keeps and shows the photo after three attempts when a link flips bits permanently',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const photo = await aLargePhoto(2 * mib)
    stage.network.fault = { kind: 'flip', request: toUploads }
    await addMedia(phone.page, [photo])
    await expect.poll(() => statesOn(phone.page)).toEqual(['failed'])
    expect(await mediasOf(stage)).toHaveLength(0)
    expect(await rowsOn(phone.page)).toBe(2)
    goOnline(stage)
    await phone.page.goto(`${stage.origin}/participant/envois`)
    await phone.page.getByRole('button', { name: 'Réessayer', exact: true }).click()
    await expectDelivered(stage, [photo], phone.page)
  },
)

test(
  '39 sends at most 115 % of the bytes when the link goes down after every 3 MiB',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const { network } = stage
    const photo = await aLargePhoto(10 * mib)
    network.fault = { kind: 'slow', bytesPerSecond: mib }
    network.bytesToServer = 0
    await addMedia(phone.page, [photo])
    for (let cut = 1; cut <= 3; cut += 1) {
      await expect.poll(() => network.bytesToServer, { intervals: [20] }).toBeGreaterThan(cut * 3 * mib)
      const { faultCount } = network
      goOffline(stage)
      // Down until the phone has tried without success.
      await expect.poll(() => network.faultCount, { intervals: [20] }).toBeGreaterThan(faultCount)
      network.fault = { kind: 'slow', bytesPerSecond: mib }
    }
    expect(await mediasOf(stage)).toHaveLength(0)
    goOnline(stage)
    await expectDelivered(stage, [photo], phone.page)
    expect(network.bytesToServer / photo.buffer.length).toBeLessThan(1.15)
  },
)
