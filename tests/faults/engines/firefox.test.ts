import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { answerOf, rawAnswer } from '#tests/support/answers.ts'
import {
  addMediaOn,
  button,
  expectText,
  fileField,
  openEvenementOn,
  signInOn,
  signInWithoutStorage,
} from '#tests/support/engineSteps.ts'
import { type FirefoxPhone, openFirefox } from '#tests/support/firefoxPhone.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { firefoxPath, noFirefox } from '../../../scripts/engines.ts'
import { creationsOf, rowsOn, sendingsOf, statesOn, toUploads } from '../onDevice.ts'
import { expectDelivered, goOffline, goOnline, somePhotos, test as base } from '../scene.ts'
import { arriveByTheOpenPage, queueOffline } from './openPage.ts'

const program = firefoxPath()

/** karim's Firefox at the event, online, with a grant. */
const test = base.extend<{ firefox: FirefoxPhone }>({
  firefox: async ({ stage }, use) => {
    const firefox = await openFirefox(program ?? '')
    await signInOn(firefox.tab, stage, stage.karim)
    await openEvenementOn(firefox.tab, stage)
    await use(firefox)
    await firefox.close()
  },
})
test.skip(program === undefined, noFirefox)

test('1 delivers three photos queued offline from the open page, and shows that it must stay open, on Firefox', async ({
  stage,
  firefox,
}) => {
  await arriveByTheOpenPage(firefox.tab, stage)
})

test('1 delivers three photos when the page is closed and opened again with a network, on Firefox', async ({
  stage,
  firefox,
}) => {
  const photos = await queueOffline(firefox.tab, stage)
  const other = await firefox.open()
  await firefox.tab.close()
  goOnline(stage)
  expect(await mediasOf(stage)).toHaveLength(0)
  await other.goto(`${stage.origin}/participant/envois`)
  await expectDelivered(stage, photos)
  expect(creationsOf(stage)).toBe(photos.length)
})

test('2 delivers three photos when the browser is killed and the app opened again, on Firefox', async ({
  stage,
  firefox,
}) => {
  const photos = await queueOffline(firefox.tab, stage)
  await firefox.kill()
  await firefox.relaunch()
  goOnline(stage)
  // Anyone may open the app: each photo is sent with the grant of its own person.
  await firefox.tab.goto(`${stage.origin}/`)
  await expectDelivered(stage, photos)
})

test('3 delivers the photo when the server answers 500 three times before, on Firefox', async ({ stage, firefox }) => {
  const photos = await somePhotos(1)
  const broken = answerOf('500 Internal Server Error', { code: 'serveur.erreur', message: phrases.uploadErreurServeur })
  stage.network.requests.length = 0
  stage.network.fault = { kind: 'instead', request: toUploads, answer: broken }
  await addMediaOn(firefox.tab, photos)
  await expect.poll(() => sendingsOf(stage)).toBeGreaterThanOrEqual(3)
  expect(await mediasOf(stage)).toHaveLength(0)
  goOnline(stage)
  await expectDelivered(stage, photos)
})

test('7 sends each photo once when two tabs drain concurrently, on Firefox', async ({ stage, firefox }) => {
  const photos = await queueOffline(firefox.tab, stage, 6)
  const other = await firefox.open()
  goOnline(stage)
  stage.network.requests.length = 0
  const envois = `${stage.origin}/participant/envois`
  await Promise.all([other.goto(envois), firefox.tab.goto(envois)])
  await expectDelivered(stage, photos)
  await expect.poll(async () => new Set(await statesOn(other))).toEqual(new Set(['done']))
  expect(creationsOf(stage)).toBe(photos.length)
})

test('19 delivers the photo and does not log the person out when an upload is answered with 401, on Firefox', async ({
  stage,
  firefox,
}) => {
  const photos = await somePhotos(1)
  const refusal = answerOf('401 Unauthorized', { code: 'session.expiree', message: 'Votre session a expiré.' })
  stage.network.fault = { kind: 'instead', request: toUploads, answer: refusal }
  await addMediaOn(firefox.tab, photos)
  await expect.poll(() => statesOn(firefox.tab)).toEqual(['waiting_auth'])
  expect(await firefox.tab.evaluate(() => location.pathname)).toBe(`/participant/evenements/${stage.evenementId}`)
  goOnline(stage)
  await expectDelivered(stage, photos)
})

test('23 counts nothing as delivered when a captive portal answers 200 with its own page, on Firefox', async ({
  stage,
  firefox,
}) => {
  const { network } = stage
  const photos = await somePhotos(2)
  const portal = rawAnswer('200 OK', '<!doctype html><title>Bienvenue</title>', ['Content-Type: text/html'])
  network.requests.length = 0
  network.fault = { kind: 'instead', request: /^/, answer: portal }
  await addMediaOn(firefox.tab, photos)
  await expect.poll(() => sendingsOf(stage)).toBeGreaterThanOrEqual(2)
  expect(await statesOn(firefox.tab)).not.toContain('done')
  expect(await rowsOn(firefox.tab)).toBe(2)
  goOnline(stage)
  await expectDelivered(stage, photos)
  await firefox.tab.goto(`${stage.origin}/participant/envois`)
  await expectText(firefox.tab, 'Tout ce que vous avez envoyé est reçu.')
})

test('26 sends a photo from memory when the browser forbids storage to every site, on Firefox', async ({ stage }) => {
  const firefox = await openFirefox(program ?? '', { forbidsStorage: true })
  const { tab } = firefox
  await signInWithoutStorage(tab, stage, stage.karim)
  const photos = await somePhotos(1)
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const path = join(folder, 'IMG_1.jpg')
  for (const { buffer } of photos) await writeFile(path, buffer)
  goOffline(stage)
  await tab.press(button(phrases.ajouterMedia))
  await tab.pick(fileField, [path])
  await tab.press(button('Envoyer 1 photo'))
  await expectText(tab, '1 fichier sans copie sur ce téléphone')
  goOnline(stage)
  // It is read from the file again while it is sent.
  await expectDelivered(stage, photos)
  await firefox.close()
  await rm(folder, { recursive: true })
})
