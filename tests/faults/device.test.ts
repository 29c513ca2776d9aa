import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { motDePasseDeTest } from '#tests/support/builders.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { addMedia, openEvenement, returnToEvenement, signIn } from '#tests/support/steps.ts'
import { fillStorage, itemsOn, rowsOn, statesOn } from './onDevice.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, somePhotos, test } from './scene.ts'

const mib = 1024 * 1024

/** Call it before the app first opens its database: the browser caches the quota for a while. */
async function limitQuota({ context, page }: Phone, { origin }: Stage): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 24 * mib })
}

test(
  '24 sends the photo from memory, without a partial copy, and informs the person when the quota is used up',
  { tag: '@long' },
  async ({ stage }) => {
    const phone = await openPhone()
    const { page } = phone
    await limitQuota(phone, stage)
    await signIn(page, stage, stage.karim)
    await openEvenement(page, stage)
    const small = await aLargePhoto(3 * mib)
    const large = { ...(await aLargePhoto(30 * mib)), name: 'IMG_9001.jpg' }
    goOffline(stage)
    await addMedia(page, [small])
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([large])
    await page.getByRole('button', { name: /^Envoyer 1 / }).click()
    await expect(page.getByText(/sans copie sur ce téléphone/).first()).toBeVisible()
    expect(await rowsOn(page)).toBe(3)
    goOnline(stage)
    await expectDelivered(stage, [small, large])
    await phone.close()
  },
)

test(
  '24 lists files by name after an offline reload when there was no storage for them',
  { tag: '@long' },
  async ({ stage }) => {
    const phone = await openPhone()
    const { page } = phone
    await limitQuota(phone, stage)
    await signIn(page, stage, stage.karim, { remember: true })
    await openEvenement(page, stage)
    const small = await aLargePhoto(3 * mib)
    const large = { ...(await aLargePhoto(30 * mib)), name: 'IMG_9001.jpg' }
    goOffline(stage)
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([small, large])
    await page.getByRole('button', { name: /^Envoyer 2 / }).click()
    await expect(page.getByText(/sans copie sur ce téléphone/).first()).toBeVisible()
    await page.goto(`${stage.origin}/participant/envois`)
    const row = page.getByRole('listitem').filter({ hasText: 'IMG_9001.jpg' })
    await expect(row).toContainText('Pas copiée sur ce téléphone')
    await expect(row).toContainText("n'avait plus de place")
    await expect(row.getByRole('button', { name: 'Choisir à nouveau' })).toBeVisible()
    await phone.close()
  },
)

test(
  '24 sends accepted photos and lets them be paused and deleted when the storage fills up afterwards',
  { tag: '@long' },
  async ({ stage }) => {
    const phone = await openPhone()
    const { page } = phone
    await limitQuota(phone, stage)
    await signIn(page, stage, stage.karim)
    await openEvenement(page, stage)
    goOffline(stage)
    const named = async (name: string) => ({ ...(await aLargePhoto(3 * mib)), name })
    const [sent, paused] = [await named('IMG_1.jpg'), await named('IMG_2.jpg')]
    await addMedia(page, [sent, paused, await named('IMG_3.jpg')])
    await fillStorage(page)
    await page.goto(`${stage.origin}/participant/envois`)
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    const choose = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions pour ${name}` }).click()
      await row(name).getByRole('button', { name: action, exact: true }).click()
    }
    await choose('IMG_2.jpg', 'Pause')
    await expect(row('IMG_2.jpg')).toContainText('En pause')
    await choose('IMG_3.jpg', 'Supprimer')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(row('IMG_3.jpg')).toHaveCount(0)
    // What the deleted photo took is taken again.
    await fillStorage(page)
    goOnline(stage)
    await expectDelivered(stage, [sent])
    await expect(page.getByText(/^Reçue à/)).toHaveCount(1)
    await expect.poll(() => rowsOn(page)).toBe(3)
    await choose('IMG_2.jpg', 'Reprendre')
    await expectDelivered(stage, [sent, paused])
    await expect.poll(() => rowsOn(page)).toBe(0)
    await phone.close()
  },
)

test('25 keeps no partial photo and informs the person when the page is closed while a big file is copied', async ({
  stage,
  phone,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-gros-'))
  const path = join(folder, 'IMG_9000.jpg')
  await writeFile(path, await unePhotoDe(90 * mib))
  const { page } = phone
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([path])
  const second = await phone.context.newPage()
  await signIn(second, stage, stage.karim)
  await second.goto(`${stage.origin}/participant/envois`)
  await page.bringToFront()
  // So slowly that the copy is not complete before the other page has looked.
  await (await phone.context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.getByRole('button', { name: /^Envoyer 1 / }).click()
  await expect.poll(() => statesOn(second), { intervals: [20] }).toEqual(['staging'])
  await expect.poll(() => rowsOn(second), { intervals: [20] }).toBeGreaterThan(0)
  await page.close()
  await second.bringToFront()
  await second.reload()
  await expect(second.getByText('Pas copiée sur ce téléphone')).toBeVisible()
  expect(await mediasOf(stage)).toHaveLength(0)
  await rm(folder, { recursive: true })
})

test(
  '26 sends a photo from memory when the browser forbids storage to every site',
  { tag: '@long' },
  async ({ stage }) => {
    const phone = await openPhone({ forbidsStorage: true })
    const { page } = phone
    // The session ends with the page.
    const evenement = `/participant/evenements/${stage.evenementId}`
    await page.goto(`${stage.origin}/login?redirect=${encodeURIComponent(evenement)}`)
    await page.getByLabel('Adresse email').fill(stage.karim.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(motDePasseDeTest)
    await page.getByRole('button', { name: phrases.seConnecter }).click()
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    const photos = await somePhotos(1)
    await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(photos)
    goOffline(stage)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('upload'))
    await page.getByRole('button', { name: /^Envoyer 1 / }).click()
    await expect(page.getByText('1 fichier sans copie sur ce téléphone', { exact: true })).toBeVisible()
    await failed
    goOnline(stage)
    await expectDelivered(stage, photos)
    await phone.close()
  },
)

test('32 reopens the database and continues when the browser closes it during use', async ({ stage, phone }) => {
  const { page } = phone
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = []
    const real: IDBFactory['open'] = Reflect.get(IDBFactory.prototype, 'open')
    IDBFactory.prototype.open = new Proxy(real, {
      apply(open, factory, args) {
        const opening = Reflect.apply(open, factory, args) as IDBOpenDBRequest
        opening.addEventListener('success', () => opened.push(opening.result))
        return opening
      },
    })
    Object.assign(globalThis, { closeDatabases: () => opened.map((database) => database.close()).length })
  })
  await returnToEvenement(page, stage)
  const photos = await somePhotos(3)
  const closeAll = () => page.evaluate(() => (globalThis as unknown as { closeDatabases(): number }).closeDatabases())
  goOffline(stage)
  expect(await closeAll()).toBeGreaterThan(0)
  await addMedia(page, photos)
  await closeAll()
  goOnline(stage)
  for (let times = 0; times < 10; times += 1) await closeAll()
  await expectDelivered(stage, photos)
  await expect.poll(async () => new Set(await statesOn(page))).toEqual(new Set(['done']))
})

for (const { days, word, tag } of [
  { days: 1, word: '+1', tag: [] },
  { days: -1, word: '-1', tag: '@long' },
]) {
  test(
    `33 loses nothing and lets nothing expire when the clock is set ${word} day while photos wait`,
    { tag },
    async ({ stage, phone }) => {
      const photos = await somePhotos(3)
      goOffline(stage)
      await addMedia(phone.page, photos)
      await expect.poll(() => statesOn(phone.page)).toContain('waiting_net')
      await phone.context.addInitScript((shift) => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + shift
      }, days * 86_400_000)
      await phone.page.reload()
      expect((await itemsOn(phone.page)).length).toBe(3)
      goOnline(stage)
      await expectDelivered(stage, photos)
      await expect.poll(async () => new Set(await statesOn(phone.page))).toEqual(new Set(['done']))
      // A clock change deletes no receipts either.
      await phone.page.reload()
      await expect.poll(() => statesOn(phone.page)).toEqual(['done', 'done', 'done'])
    },
  )
}
