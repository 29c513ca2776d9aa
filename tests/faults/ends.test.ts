import { expect, type Page } from '@playwright/test'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, retryAll } from '#tests/support/steps.ts'
import { offsetOf, statesOn, toUploads } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOnline, somePhotos, test } from './scene.ts'

const mib = 1024 * 1024

test('11 keeps the bytes and delivers the photo later when the commit fails after the last byte', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(1)
  const shelf = join(stage.folder, 'medias')
  // The folder of stored files is missing: every rename fails.
  await rename(shelf, `${shelf}.away`)
  await writeFile(shelf, '')
  await addMedia(phone.page, photos)
  await expect.poll(() => statesOn(phone.page)).toEqual(['backoff'])
  expect(await mediasOf(stage)).toHaveLength(0)
  expect(await offsetOf(stage)).toBe(photos[0]?.buffer.length)
  await rm(shelf)
  await rename(`${shelf}.away`, shelf)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await retryAll(phone.page)
  await expectDelivered(stage, photos)
})

test('30 leaves nothing on the phone and the server when a photo is cancelled during its last PATCH', async ({
  stage,
  phone,
}) => {
  // Two pieces: the second one does not reach the server, however late the user presses the button.
  const photo = await aLargePhoto(mib / 2)
  const last = /^PATCH \S*\/medias\/uploads\/[^]*\r\nupload-offset: [1-9]/i
  stage.network.requests.length = 0
  stage.network.fault = { kind: 'held', request: last, until: new Promise(() => undefined) }
  await addMedia(phone.page, [photo])
  const pieces = () => stage.network.requests.filter((line) => line.startsWith('PATCH')).length
  await expect.poll(pieces).toBeGreaterThanOrEqual(2)
  expect(await offsetOf(stage)).toBeGreaterThan(0)
  await giveUp(phone.page, stage.origin)
  await expect.poll(async () => (await statesOn(phone.page)).filter((state) => state !== 'cancelled')).toEqual([])
  goOnline(stage)
  expect(await mediasOf(stage)).toHaveLength(0)
  const open = () => stage.parts.database.selectFrom('upload').select('etat').where('etat', '=', 'OUVERT').execute()
  await expect.poll(open).toEqual([])
})

test('30 shows a photo as received when it is cancelled right after it has arrived', async ({ stage, phone }) => {
  const photos = await somePhotos(1)
  stage.network.fault = { kind: 'answerLostTo', request: toUploads }
  await addMedia(phone.page, photos)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  await giveUp(phone.page, stage.origin)
  goOnline(stage)
  await expect(phone.page.getByText(/^Reçue à/)).toBeVisible()
  await expectDelivered(stage, photos)
})

test('30 leaves nothing on the server when the request of a cancelled photo arrives after that', async ({
  stage,
  phone,
}) => {
  const { network } = stage
  const arrival = Promise.withResolvers<void>()
  network.fault = { kind: 'late', request: /^POST \S*\/medias\/uploads HTTP/, until: () => arrival.promise }
  await addMedia(phone.page, await somePhotos(1))
  await expect.poll(() => network.late.size).toBeGreaterThan(0)
  await giveUp(phone.page, stage.origin)
  await expect.poll(async () => (await statesOn(phone.page)).filter((state) => state !== 'cancelled')).toEqual([])
  arrival.resolve()
  await Promise.all(network.late)
  expect(await mediasOf(stage)).toHaveLength(0)
})

async function giveUp(page: Page, origin: string): Promise<void> {
  // Navigation within the app: a reload would abort the PATCH in flight.
  await page
    .getByRole('link', { name: /Envois/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL(`${origin}/participant/envois`)
  await page.getByRole('button', { name: /Actions pour/ }).click()
  await page.getByRole('button', { name: 'Supprimer' }).filter({ visible: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
}
