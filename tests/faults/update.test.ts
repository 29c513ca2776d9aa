import { expect, type Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { addMedia } from '#tests/support/steps.ts'
import { copyTree, type TreeCopy } from '#tests/support/treeCopy.ts'
import { creationsOf, offsetOf } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOnline, somePhotos, test } from './scene.ts'

test(
  '27 continues sending, without writes of the older page, when the app is updated to a newer schema',
  {
    tag: '@long',
  },
  async ({ stage, phone }) => {
    const newer = await newerApp()
    const { page: older } = phone
    const olderVersion = await versionIn(older)
    const photo = await aLargePhoto(4 * 1024 * 1024)
    stage.network.requests.length = 0
    stage.network.fault = { kind: 'slow', bytesPerSecond: 400 * 1024 }
    await addMedia(older, [photo])
    await expect.poll(() => offsetOf(stage)).toBeGreaterThan(0)
    await stage.server.kill()
    await stage.server.start(newer.folder)
    await older.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50))
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      registration.waiting.postMessage({ type: 'app/activate' })
      await taken
    })
    const page = await phone.context.newPage()
    await page.goto(`${stage.origin}/participant/envois`)
    await expect.poll(() => versionIn(page)).toBe(olderVersion + 1)
    goOnline(stage)
    await expectDelivered(stage, [photo])
    expect(creationsOf(stage)).toBe(1)

    // The older page may no longer write here: it sends new photos from memory, and shows it.
    const [newPhoto] = await somePhotos(1)
    if (!newPhoto) throw new Error('no photo')
    await older.bringToFront()
    await older.getByRole('button', { name: phrases.ajouterMedia }).click()
    await older.getByLabel('Choisir des photos ou des vidéos').setInputFiles([newPhoto])
    await older.getByRole('button', { name: /^Envoyer 1 / }).click()
    await expect(older.getByText(/sans copie sur ce téléphone/).first()).toBeVisible()
    await expectDelivered(stage, [photo, newPhoto])
    await newer.remove()
  },
)

/** The version of the queue's database. */
async function versionIn(page: Page): Promise<number> {
  const databases = await page.evaluate(() => indexedDB.databases())
  return databases.find(({ name }) => name === 'eclats-envois')?.version ?? 0
}

/** The next version of the app: the same, with one more store. */
async function newerApp(): Promise<TreeCopy> {
  const copy = await copyTree()
  const path = join(copy.folder, 'upload-queue/store/queueDatabase.ts')
  const source = await readFile(path, 'utf8')
  const extended = source.replace(
    /\n\]\n/,
    "\n  (database) => void database.createObjectStore('albums' as 'rows'),\n]\n",
  )
  if (extended === source) throw new Error('the migrations were not found')
  await writeFile(path, extended)
  copy.run(['vite', 'build', '--logLevel', 'warn'])
  return copy
}
