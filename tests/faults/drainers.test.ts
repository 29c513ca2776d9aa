import { expect } from '@playwright/test'
import { syncTags } from '#upload-queue/messages.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'
import { creationsOf, fireSync, offsetOf, statesOn } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, somePhotos, test } from './scene.ts'

const mib = 1024 * 1024

test(
  '4 delivers the photos when every sync attempt fails and the app is opened later',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const photos = await somePhotos(2)
    goOffline(stage)
    await addMedia(phone.page, photos)
    const blank = await phone.context.newPage()
    await phone.page.close()
    // An offline page of the same origin outside the app: it only lists the remaining sync tags.
    await blank.goto(`${stage.origin}/manifest.webmanifest`).catch(() => {})
    const tags = () =>
      phone.context
        .serviceWorkers()[0]
        ?.evaluate(async () => {
          const { registration } = globalThis as unknown as {
            registration: { sync: { getTags(): Promise<string[]> } }
          }
          return (await registration.sync.getTags()).length
        })
        .catch(() => -1)
    await expect.poll(tags, { intervals: [1000] }).toBe(0)
    goOnline(stage)
    expect(await mediasOf(stage)).toHaveLength(0)
    await blank.goto(`${stage.origin}/participant/envois`)
    await expectDelivered(stage, photos)
  },
)

test(
  '5 starts no second drainer when an upload takes longer than the time limit of a sync event',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const { network } = stage
    const photo = await aLargePhoto(8 * mib)
    goOffline(stage)
    await addMedia(phone.page, [photo])
    await phone.context.newPage()
    await phone.page.close()
    network.requests.length = 0
    network.bytesToServer = 0
    // 27 s; Chromium limits a sync event to 20 s here.
    network.fault = { kind: 'slow', bytesPerSecond: 300 * 1024 }
    await expectDelivered(stage, [photo])
    expect(creationsOf(stage)).toBe(1)
    expect(network.bytesToServer / photo.buffer.length).toBeLessThan(1.15)
  },
)

test('7 sends each photo once when two tabs and the worker drain concurrently', async ({ stage, phone }) => {
  const { network, origin } = stage
  const photos = await somePhotos(6)
  goOffline(stage)
  await addMedia(phone.page, photos)
  const devtools = await phone.context.newCDPSession(phone.page)
  // A tab that closes during a request leaves the photo to another one, which has to reconcile.
  await phone.page.goto('about:blank')
  goOnline(stage)
  network.requests.length = 0
  const other = await phone.context.newPage()
  await Promise.all([
    other.goto(`${origin}/participant/envois`),
    phone.page.goto(`${origin}/participant/envois`),
    ...syncTags.map((tag) => fireSync(devtools, origin, tag)),
  ])
  await expectDelivered(stage, photos)
  await expect.poll(async () => new Set(await statesOn(phone.page))).toEqual(new Set(['done']))
  expect(creationsOf(stage)).toBe(photos.length)
})

test('8 takes over in another tab when the sending tab is frozen', { tag: '@long' }, async ({ stage, phone }) => {
  const { network } = stage
  const photo = await aLargePhoto(5 * mib)
  network.requests.length = 0
  network.fault = { kind: 'slow', bytesPerSecond: 100 * 1024 }
  await addMedia(phone.page, [photo])
  await expect.poll(() => offsetOf(stage)).toBeGreaterThan(0)
  const devtools = await phone.context.newCDPSession(phone.page)
  // A headless browser does not freeze pages; a page paused in the debugger keeps its lock too.
  await devtools.send('Debugger.enable')
  let isFrozen = false
  devtools.on('Debugger.paused', () => (isFrozen = true))
  devtools.on('Debugger.resumed', () => (isFrozen = false))
  await devtools.send('Debugger.pause')
  await expect.poll(() => isFrozen, { intervals: [20] }).toBe(true)
  expect(await mediasOf(stage)).toHaveLength(0)
  goOnline(stage)
  const other = await phone.context.newPage()
  await other.goto(`${stage.origin}/participant/envois`)
  await expectDelivered(stage, [photo])
  expect(isFrozen).toBe(true)
  await devtools.send('Debugger.resume')
  await devtools.send('Debugger.disable')
  await expect.poll(() => statesOn(other)).toEqual(['done'])
  expect(creationsOf(stage)).toBe(1)
})

test('38 sends from the page and shows that it must stay open when background sync is denied', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(2)
  const devtools = await phone.context.newCDPSession(phone.page)
  await devtools.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: stage.origin,
  })
  goOffline(stage)
  await addMedia(phone.page, photos)
  await phone.page.goto(`${stage.origin}/participant/envois`).catch(() => {})
  await expect(phone.page.getByText("Gardez l'application ouverte pour finir l'envoi.")).toBeVisible()
  goOnline(stage)
  await expectDelivered(stage, photos)
})
