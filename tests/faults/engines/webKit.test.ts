import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { addMediaOn, button, expectText, fileField, openEvenementOn, signInOn } from '#tests/support/engineSteps.ts'
import type { EnginePhone } from '#tests/support/engineTab.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { openWebKit } from '#tests/support/webKitPhone.ts'
import { noWebKit, webKitPrograms } from '../../../scripts/engines.ts'
import { creationsOf, itemsOn, rowsOn, statesOn } from '../onDevice.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, somePhotos, test as base } from '../scene.ts'
import { arriveByTheOpenPage, queueOffline } from './openPage.ts'

const programs = webKitPrograms()

/** karim's private WebKit window at the event, online, with a grant. */
const test = base.extend<{ webKit: EnginePhone }>({
  webKit: async ({ stage }, use) => {
    if (!programs) throw new Error(noWebKit)
    const webKit = await openWebKit(programs)
    await signInOn(webKit.tab, stage, stage.karim)
    await openEvenementOn(webKit.tab, stage)
    await use(webKit)
    await webKit.close()
  },
})
test.skip(programs === undefined, noWebKit)

test('1 delivers three photos queued offline from the open page, and shows that it must stay open, on WebKit', async ({
  stage,
  webKit,
}) => {
  await arriveByTheOpenPage(webKit.tab, stage)
})

test('1 delivers three photos when the page is closed and opened again with a network, on WebKit', async ({
  stage,
  webKit,
}) => {
  const other = await webKit.open()
  const photos = await queueOffline(webKit.tab, stage)
  await webKit.tab.close()
  goOnline(stage)
  expect(await mediasOf(stage)).toHaveLength(0)
  await other.goto(`${stage.origin}/participant/envois`)
  await expectDelivered(stage, photos)
  expect(creationsOf(stage)).toBe(photos.length)
})

test('26 stores photos as rows offline and delivers them in a private session, which refuses Blobs, on WebKit', async ({
  stage,
  webKit,
}) => {
  const { tab } = webKit
  const photos = [await aLargePhoto(3 * 1024 * 1024), ...(await somePhotos(2))]
  expect(await tab.evaluate(putBlob)).not.toBe('kept')
  goOffline(stage)
  await addMediaOn(tab, photos)
  expect(await rowsOn(tab)).toBe(5)
  // Not sent from memory: another page of the session reads everything.
  await tab.goto(`${stage.origin}/participant/envois`)
  await expectText(tab, '3 photos en sécurité sur ce téléphone')
  expect((await itemsOn(tab)).map(({ name }) => name).toSorted()).toEqual(photos.map(({ name }) => name).toSorted())
  goOnline(stage)
  await expectDelivered(stage, photos)
  await expect.poll(() => rowsOn(tab)).toBe(0)
})

test('26 blocks no later page when pages of a private session stay in the history, on WebKit', async ({
  stage,
  webKit,
}) => {
  const { tab } = webKit
  const photos = await somePhotos(2)
  goOffline(stage)
  for (const path of ['/participant/evenements', '/participant/envois']) {
    await tab.goto(`${stage.origin}${path}`)
    await expectText(tab, path.endsWith('envois') ? 'Aucun envoi' : 'Mariage de Camille')
  }
  await tab.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await addMediaOn(tab, photos)
  await tab.evaluate(() => history.back())
  await expectText(tab, '2 photos en sécurité sur ce téléphone')
  await tab.press(button('Tout réessayer'))
  goOnline(stage)
  await expectDelivered(stage, photos)
  await expect.poll(() => statesOn(tab)).toEqual(['done', 'done'])
})

test('26 stores no File in the database, which gives it back empty (bug 319985), on WebKit', async ({
  stage,
  webKit,
}) => {
  const { tab } = webKit
  const photos = await somePhotos(2)
  await tab.evaluate(watchBlobs)
  goOffline(stage)
  await addMediaOn(tab, photos)
  // iOS revokes picked files after a pause: NotReadableError.
  await tab.evaluate(withdrawFiles)
  goOnline(stage)
  await expectDelivered(stage, photos)
  expect(await tab.evaluate(() => (globalThis as unknown as { blobsKept: number }).blobsKept)).toBe(0)
})

test('25 lists a picked file by name and sends the others when it can no longer be read, on WebKit', async ({
  stage,
  webKit,
}) => {
  const { tab } = webKit
  const [gone, there] = await somePhotos(2)
  if (!gone || !there) throw new Error('no photos')
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const paths = [gone, there].map(({ name }) => join(folder, name))
  for (const [at, { buffer }] of [gone, there].entries()) await writeFile(paths[at] ?? '', buffer)
  await tab.press(button(phrases.ajouterMedia))
  await tab.pick(fileField, paths)
  await expectText(tab, 'Envoyer 2 photos')
  await rm(paths[0] ?? '')
  await tab.press(button('Envoyer 2 photos'))
  await expectDelivered(stage, [there])
  await tab.goto(`${stage.origin}/participant/envois`)
  await expectText(tab, 'Pas copiée sur ce téléphone')
  await expectText(tab, "Ce fichier n'a pas pu être lu. Choisissez-le à nouveau.")
  await expectText(tab, gone.name)
  await expectText(tab, 'Choisir à nouveau')
  expect((await statesOn(tab)).toSorted()).toEqual(['done', 'lost_source'])
  await rm(folder, { recursive: true })
})

test('28 creates one media for each photo when a private session without stored state sends it again, on WebKit', async ({
  stage,
  webKit,
}) => {
  const photos = await somePhotos(2)
  await addMediaOn(webKit.tab, photos)
  await expectDelivered(stage, photos)
  await webKit.relaunch()
  await signInOn(webKit.tab, stage, stage.karim)
  await openEvenementOn(webKit.tab, stage)
  await addMediaOn(webKit.tab, photos)
  await webKit.tab.goto(`${stage.origin}/participant/envois`)
  await expectText(webKit.tab, 'Déjà envoyée')
  await expect.poll(() => statesOn(webKit.tab)).toEqual(['done', 'done'])
  await expectDelivered(stage, photos)
})

/** Counts values with a Blob or a File that are written to databases. */
function watchBlobs(): void {
  const watched = Object.assign(globalThis, { blobsKept: 0 })
  const hasBlob = (value: unknown): boolean =>
    value instanceof Blob ||
    (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && Object.values(value).some(hasBlob))
  for (const name of ['put', 'add'] as const) {
    const real = Reflect.get(IDBObjectStore.prototype, name) as (...given: unknown[]) => unknown
    Reflect.set(IDBObjectStore.prototype, name, function (this: IDBObjectStore, ...given: unknown[]) {
      if (hasBlob(given[0])) watched.blobsKept += 1
      return real.apply(this, given)
    })
  }
}

/** From now on reading a Blob or File fails. */
function withdrawFiles(): void {
  const refuse = () => Promise.reject(new DOMException('taken back', 'NotReadableError'))
  for (const name of ['arrayBuffer', 'text'] as const) Reflect.set(Blob.prototype, name, refuse)
  Reflect.set(Blob.prototype, 'slice', () => new Blob([]))
}

/** Simulates WebKit's error for a Blob in a database. */
function putBlob(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('essai-de-blob', 1)
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore('blobs'))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('blobs', 'readwrite')
      transaction.addEventListener('complete', () => resolve('kept'))
      transaction.addEventListener('abort', () => resolve(String(transaction.error)))
      transaction.objectStore('blobs').put(new Blob(['octets']), 1)
    })
  })
}
