import { expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { phrases } from '#domain/texte/phrases.ts'
import { metadataOf, uploadsPath } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, retryAll } from '#tests/support/steps.ts'
import { itemsOn, rowsOn, sendingsOf, statesOn, toUploads } from './onDevice.ts'
import { answerOf } from '#tests/support/answers.ts'
import { aLargePhoto, expectDelivered, goOnline, somePhotos, test } from './scene.ts'

test('15 keeps the photo and shows it as failed after a few requests when the offset never moves', async ({
  stage,
  phone,
}) => {
  const { network } = stage
  const photo = await aLargePhoto(2 * 1024 * 1024)
  const withoutProgress =
    'HTTP/1.1 204 No Content\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n'
  network.requests.length = 0
  network.fault = { kind: 'instead', request: /^(PATCH|HEAD) \S*\/medias\/uploads\//, answer: withoutProgress }
  await addMedia(phone.page, [photo])
  await expect.poll(() => statesOn(phone.page)).toEqual(['failed'])
  const asked = network.requests.filter((line) => /\/medias\/uploads/.test(line))
  expect(asked.length).toBeLessThan(20)
  expect(await rowsOn(phone.page)).toBe(2)
  goOnline(stage)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await phone.page.getByRole('button', { name: 'Réessayer', exact: true }).click()
  await expectDelivered(stage, [photo])
})

test(
  '20 pauses the whole queue for 7 s when the server answers 429 with Retry-After 7',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const { network } = stage
    const photos = await somePhotos(3)
    const tooMany = answerOf('429 Too Many Requests', {
      code: 'requete.trop_nombreuses',
      message: 'Trop de demandes.',
      headers: ['Retry-After: 7'],
    })
    const asked = () => sendingsOf(stage)
    network.requests.length = 0
    network.fault = { kind: 'instead', request: toUploads, answer: tooMany }
    const isAsked = expect
      .poll(asked, { intervals: [50] })
      .toBeGreaterThan(0)
      .then(() => Date.now())
    await addMedia(phone.page, photos)
    const first = await isAsked
    // A page sends two small files in parallel: both may have been in flight.
    await expect.poll(() => statesOn(phone.page), { intervals: [100] }).toContain('backoff')
    const before = asked()
    expect(before).toBeLessThanOrEqual(2)
    await expect.poll(asked, { intervals: [50] }).toBeGreaterThan(before)
    expect(Date.now() - first).toBeGreaterThan(6000)
    goOnline(stage)
    await expectDelivered(stage, photos)
  },
)

test('21 sends smaller pieces and delivers the photo when a proxy has a limit of 300 KiB', async ({ stage, phone }) => {
  const photo = await aLargePhoto(2 * 1024 * 1024)
  const page = '<html><h1>413 Request Entity Too Large</h1></html>'
  const answer = `HTTP/1.1 413 Payload Too Large\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`
  stage.network.fault = { kind: 'instead', request: toUploads, bodyOver: 300 * 1024, answer }
  await addMedia(phone.page, [photo])
  await expectDelivered(stage, [photo])
  // Proves that the proxy was used.
  expect(stage.network.requests.filter((line) => line.startsWith('PATCH')).length).toBeGreaterThan(8)
})

test('21 keeps the photo, shows the limit and lets it be saved when the server answers 413', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(1)
  const bytes = await unePhoto()
  const { token } = stage.karim
  const real = await fetch(`${stage.origin}/api${uploadsPath(stage.evenementId)}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(101 * 1024 * 1024),
      'Upload-Metadata': metadataOf({ token, evenementId: stage.evenementId, bytes }),
    },
  })
  expect(real.status).toBe(413)
  const refusal = (await real.json()) as { code: string; message: string }
  stage.network.fault = {
    kind: 'instead',
    request: toUploads,
    answer: answerOf('413 Payload Too Large', refusal),
  }
  await addMedia(phone.page, photos)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await expect(phone.page.getByText(refusal.message)).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'Enregistrer' })).toBeVisible()
  expect(await rowsOn(phone.page)).toBe(1)
  // The journal for support: transitions, without names of people or photos.
  const download = phone.page.waitForEvent('download')
  await phone.page.getByRole('button', { name: 'Exporter le journal' }).click()
  const journal = await readFile(await (await download).path(), 'utf8')
  expect(journal).toMatch(/ sending failed \d+ 0 413 upload\.trop_volumineux/)
  expect(journal).not.toMatch(/IMG_|jpg|Karim|Haddad|@|Bearer|eg_|\/api\//)
})

test('22 keeps and shows the first photo and delivers the others when the server fails for it alone', async ({
  stage,
  phone,
}) => {
  const [failing, ...rest] = await somePhotos(4)
  if (!failing) throw new Error('no photo')
  const name = Buffer.from(failing.name).toString('base64')
  stage.network.fault = {
    kind: 'instead',
    request: new RegExp(`^POST \\S*/medias/uploads HTTP[^]*name ${name}`),
    answer: answerOf('500 Internal Server Error', { code: 'serveur.erreur', message: phrases.uploadErreurServeur }),
  }
  await addMedia(phone.page, [failing, ...rest])
  await expectDelivered(stage, rest)
  const [first] = await itemsOn(phone.page)
  expect(first).toMatchObject({ name: failing.name })
  expect(['backoff', 'sending']).toContain(first?.state)
  goOnline(stage)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await retryAll(phone.page)
  await expectDelivered(stage, [failing, ...rest])
})

test('23 counts nothing as delivered when a captive portal answers 200 with its own page', async ({ stage, phone }) => {
  const { network } = stage
  const photos = await somePhotos(2)
  const page = '<!doctype html><title>Bienvenue</title><p>Acceptez nos conditions</p>'
  const portal = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`
  network.requests.length = 0
  network.fault = { kind: 'instead', request: /^/, answer: portal }
  await addMedia(phone.page, photos)
  const asked = () => sendingsOf(stage)
  await expect.poll(asked).toBeGreaterThanOrEqual(2)
  expect(await statesOn(phone.page)).not.toContain('done')
  network.fault = {
    kind: 'instead',
    request: /^/,
    answer: 'HTTP/1.1 302 Found\r\nLocation: http://portail.test/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  }
  const before = asked()
  await expect.poll(asked).toBeGreaterThan(before)
  expect(await statesOn(phone.page)).not.toContain('done')
  expect(await rowsOn(phone.page)).toBe(2)
  expect(await mediasOf(stage)).toHaveLength(0)
  goOnline(stage)
  await expectDelivered(stage, photos)
})
