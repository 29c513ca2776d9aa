import { expect } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { answerOf } from '#tests/support/answers.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, returnToEvenement } from '#tests/support/steps.ts'
import { sendingsOf, statesOn, toUploads } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, somePhotos, test } from './scene.ts'

test('1 delivers three photos queued offline without a page when the network is back', async ({ stage, phone }) => {
  const photos = await somePhotos(3)
  goOffline(stage)
  await addMedia(phone.page, photos)
  const blank = await phone.context.newPage()
  await phone.page.close()
  expect(blank.url()).toBe('about:blank')
  expect(await mediasOf(stage)).toHaveLength(0)
  goOnline(stage)
  await expectDelivered(stage, photos)
  // A page of the same origin without the app: it sends nothing itself.
  await blank.goto(`${stage.origin}/api/health`)
  await expectDelivered(stage, photos, blank)
})

test('2 delivers three photos queued offline without a page when the browser is killed and relaunched', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(3)
  goOffline(stage)
  await addMedia(phone.page, photos)
  await phone.kill()
  await phone.relaunch()
  goOnline(stage)
  await expectDelivered(stage, photos)
  expect(phone.context.pages().map((page) => page.url())).toEqual(['about:blank'])
})

test(
  '3 delivers the photo when the server answers 500 three times before',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const [photo] = await somePhotos(1)
    if (!photo) throw new Error('no photo')
    const broken = answerOf('500 Internal Server Error', {
      code: 'serveur.erreur',
      message: phrases.uploadErreurServeur,
    })
    stage.network.requests.length = 0
    stage.network.fault = { kind: 'instead', request: toUploads, answer: broken }
    await addMedia(phone.page, [photo])
    await expect.poll(() => sendingsOf(stage)).toBeGreaterThanOrEqual(3)
    expect(await mediasOf(stage)).toHaveLength(0)
    goOnline(stage)
    await expectDelivered(stage, [photo], phone.page)
  },
)

test('6 resumes the upload when the worker is stopped in the middle of a PATCH', async ({ stage, phone }) => {
  const photo = await aLargePhoto(6 * 1024 * 1024)
  goOffline(stage)
  await addMedia(phone.page, [photo])
  const blank = await phone.context.newPage()
  await phone.page.close()
  stage.network.requests.length = 0
  stage.network.fault = { kind: 'slow', bytesPerSecond: 1024 * 1024 }
  const offset = async () => {
    const row = await stage.parts.database.selectFrom('upload').select('decalage').executeTakeFirst()
    return row?.decalage ?? 0
  }
  await expect.poll(offset).toBeGreaterThan(0)
  const devtools = await phone.context.newCDPSession(blank)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  goOnline(stage)
  // Chromium may delay the sync of a stopped worker; then the user opens the app.
  await blank.goto(`${stage.origin}/participant/envois`)
  await expectDelivered(stage, [photo], blank)
  const created = stage.network.requests.filter((line) => /^POST \S*\/medias\/uploads HTTP/.test(line))
  expect(created.length).toBe(1)
})

test('10 stores one media and marks it delivered when everything is stored and the answer is lost', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(1)
  stage.network.fault = { kind: 'answerLostTo', request: toUploads }
  await addMedia(phone.page, photos)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  goOnline(stage)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await expect(phone.page.getByText(/^Reçue à/)).toBeVisible()
  await expectDelivered(stage, photos, phone.page)
})

test('16 resumes the upload and logs no person out when the grant expires at 40 % @long', async ({ stage, phone }) => {
  const photo = await aLargePhoto(6 * 1024 * 1024)
  stage.network.fault = { kind: 'slow', bytesPerSecond: 1024 * 1024 }
  stage.network.requests.length = 0
  await addMedia(phone.page, [photo])
  const { database } = stage.parts
  const offset = async () => (await database.selectFrom('upload').select('decalage').executeTakeFirst())?.decalage ?? 0
  await expect.poll(offset).toBeGreaterThan(0)
  await database.updateTable('uploadGrant').set({ expire: '2020-01-01T00:00:00.000Z' }).execute()
  goOnline(stage)
  await expectDelivered(stage, [photo], phone.page)
  expect(new URL(phone.page.url()).pathname).toBe(`/participant/evenements/${stage.evenementId}`)
  const created = stage.network.requests.filter((line) => /^POST \S*\/medias\/uploads HTTP/.test(line))
  expect(created.length).toBe(1)
})

test('19 delivers the photo and does not log the person out when an upload is answered with 401', async ({
  stage,
  phone,
}) => {
  const photos = await somePhotos(1)
  const refusal = answerOf('401 Unauthorized', {
    code: 'session.expiree',
    message: 'Votre session a expiré. Reconnectez-vous.',
  })
  stage.network.requests.length = 0
  stage.network.fault = { kind: 'instead', request: toUploads, answer: refusal }
  await addMedia(phone.page, photos)
  await expect.poll(() => sendingsOf(stage)).toBeGreaterThanOrEqual(1)
  await expect.poll(() => statesOn(phone.page)).toEqual(['waiting_auth'])
  expect(new URL(phone.page.url()).pathname).toBe(`/participant/evenements/${stage.evenementId}`)
  goOnline(stage)
  await returnToEvenement(phone.page, stage)
  await expectDelivered(stage, photos, phone.page)
})

test('31 handles no request other than GET in the worker when photos are sent @long', async ({ stage, phone }) => {
  const answers: { method: string; byWorker: boolean }[] = []
  phone.page.on('response', (answer) => {
    if (!answer.url().startsWith(stage.origin)) return
    answers.push({ method: answer.request().method(), byWorker: answer.fromServiceWorker() })
  })
  await addMedia(phone.page, await somePhotos(1))
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  await phone.page.goto(`${stage.origin}/participant/envois`)
  await expect(phone.page.getByText(/^Reçue à/)).toBeVisible()
  const changing = answers.filter(({ method }) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(0)
  expect(changing.filter(({ byWorker }) => byWorker)).toEqual([])
  // Proves that the check can fail: answers of the worker are recognised.
  expect(answers.some(({ byWorker }) => byWorker)).toBe(true)
})
