import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { randomFrom } from '#tests/support/random.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { openEvenement, type PickedMedia, returnToEvenement, signIn } from '#tests/support/steps.ts'
import { itemsOn } from './onDevice.ts'
import { expectDelivered, goOffline, goOnline, test } from './scene.ts'

const count = 200
const seed = 319_985
const mib = 1024 * 1024
/** `ROUNDS=5 FIRST_ROUND=6` runs rounds 6 to 10: each has its own seed, so that a long run can be split. */
const rounds = Number(process.env.ROUNDS ?? 4)
const firstRound = Number(process.env.FIRST_ROUND ?? 1)

/** Target of the bytes: rows on the phone, or, from a random file on, the memory of the page. */
for (const store of ['rows', 'rows, then memory'] as const) {
  test(
    `25 receives, keeps or lists each of ${count} files when the browser is killed while they are copied (${store})`,
    { tag: '@long' },
    async ({ stage }) => {
      test.setTimeout(rounds * 600_000)
      const phone = await openPhone()
      await signIn(phone.page, stage, stage.karim, { remember: true })
      await openEvenement(phone.page, stage)
      const all: PickedMedia[] = []
      for (let round = firstRound; round < firstRound + rounds; round += 1) {
        const random = randomFrom(seed + round)
        const moment = { copied: 1 + Math.floor(random() * count * 0.8), laterMs: Math.floor(random() * 40) }
        const stillMs = 500 + random() * 3000
        // After a clean exit the browser has stored that this person is remembered; otherwise it needs time.
        const used = await phone.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
        await phone.context.close()
        await phone.relaunch()
        if (store !== 'rows') await limitRoom(phone, stage, used + 4 * mib + random() * moment.copied * averageBytes)
        await returnToEvenement(phone.page, stage)
        const photos = await someFiles(round, random)
        all.push(...photos)
        const isFull = await killWhileCopying(phone, stage, { photos, moment, stillMs, isOffline: round % 2 === 1 })
        const left = await whatIsLeft(phone, stage, photos)
        const counts = JSON.stringify({ isFull, ...left.counts })
        console.log(`${store}: round ${round}, killed after ${moment.copied} of ${count}: ${counts}`)
        expect({ moment, unmentioned: left.unmentioned }).toEqual({ moment, unmentioned: [] })
        goOnline(stage)
        if (left.counts.listed > 0) await pickAgain(phone, photos)
        // Exactly once each, although picked twice.
        await expectDelivered(stage, all)
      }
      await phone.close()
    },
  )
}

/**
 * Limits the quota until the browser is restarted. Set before the app opens its database: the browser caches the quota
 * for a while, and does not count the bytes of a database that is closed.
 */
async function limitRoom({ context, page }: Phone, { origin }: Stage, bytes: number): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.floor(bytes) })
}

const largest = 1_500_000
const averageBytes = largest / 4

async function someFiles(round: number, random: () => number): Promise<PickedMedia[]> {
  const photos: PickedMedia[] = []
  for (let n = 1; n <= count; n += 1) {
    const buffer = await unePhotoDe(20_000 + Math.floor(random() ** 3 * largest))
    photos.push({ name: `IMG_${round}_${n}.jpg`, mimeType: 'image/jpeg', buffer })
  }
  return photos
}

interface Killing {
  readonly photos: readonly PickedMedia[]
  readonly isOffline: boolean
  /** After this many copied files, and this many milliseconds more. */
  readonly moment: { readonly copied: number; readonly laterMs: number }
  /** Or when no more were copied for this time: with a full quota not even the cause of a copy in memory is written. */
  readonly stillMs: number
}

/** @returns whether the phone accepted no more rows */
async function killWhileCopying(phone: Phone, stage: Stage, killing: Killing): Promise<boolean> {
  const { photos, moment, stillMs, isOffline } = killing
  const { page } = phone
  // Any file of the origin: it can open the database, and no code of the app runs.
  const watcher = await phone.context.newPage()
  await watcher.goto(`${stage.origin}/icons/eclats.svg`)
  await page.bringToFront()
  if (isOffline) goOffline(stage)
  const paths = await onDisk(photos)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(paths.files)
  await page.getByRole('button', { name: `Envoyer ${count} photos` }).click()
  const names = new Set(photos.map(({ name }) => name))
  let last = { copied: -1, at: Infinity }
  const isFull = () => Date.now() - last.at > stillMs
  const isNow = async () => {
    const items = (await itemsOn(watcher)).filter(({ name }) => names.has(name))
    const copied = items.filter(({ state }) => state !== 'staging').length
    // From the first row on: with very little room, no file at all is copied into the rows.
    if (items.length > 0 && copied > last.copied) last = { copied, at: Date.now() }
    return copied >= moment.copied || isFull()
  }
  await expect.poll(isNow, { intervals: [10] }).toBe(true)
  await pause(moment.laterMs)
  const wasFull = last.copied < moment.copied
  const cookies = await phone.context.cookies()
  await phone.kill()
  await phone.relaunch()
  // Flushed to disk every 30 s only.
  await phone.context.addCookies(cookies)
  await rm(paths.folder, { recursive: true })
  return wasFull
}

/** Where the list shows each picked file after the restart of the browser. */
async function whatIsLeft(phone: Phone, stage: Stage, photos: readonly PickedMedia[]) {
  const { page } = phone
  await page.goto(`${stage.origin}/participant/envois`)
  await expect.poll(async () => (await itemsOn(page)).some(({ state }) => state === 'staging')).toBe(false)
  const items = new Map((await itemsOn(page)).map((item) => [item.name, item.state]))
  const lost = photos.filter(({ name }) => items.get(name) === 'lost_source')
  const last = lost.at(-1)
  if (last) await expect(page.getByRole('listitem').filter({ hasText: last.name })).toBeVisible()
  const withAction = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Choisir à nouveau' }) })
  const rows = await withAction.allTextContents()
  const listed = new Set(rows.flatMap((words) => /IMG_\d+_\d+\.jpg/.exec(words)?.[0] ?? []))
  const received = new Set((await mediasOf(stage)).map(({ nomOriginal }) => nomOriginal))
  const counts = { received: 0, waiting: 0, listed: 0 }
  const unmentioned: string[] = []
  for (const { name } of photos) {
    const state = items.get(name)
    if (received.has(name)) counts.received += 1
    else if (state === 'lost_source' && listed.has(name)) counts.listed += 1
    else if (state !== undefined && state !== 'lost_source' && state !== 'cancelled') counts.waiting += 1
    else unmentioned.push(`${name} ${state}`)
  }
  return { counts, unmentioned }
}

/** Picks all files again, by the button above the list. */
async function pickAgain({ page }: Phone, photos: readonly PickedMedia[]): Promise<void> {
  const paths = await onDisk(photos)
  await page
    .getByRole('button', { name: /^Choisir à nouveau/ })
    .first()
    .click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(paths.files)
  await page.getByRole('button', { name: /^Envoyer \d+ photos/ }).click()
  await expect
    .poll(async () => (await itemsOn(page)).some(({ state }) => state === 'staging'), {
      timeout: 300_000,
    })
    .toBe(false)
  await rm(paths.folder, { recursive: true })
}

async function onDisk(photos: readonly PickedMedia[]): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const files = photos.map(({ name }) => join(folder, name))
  for (const [at, { buffer }] of photos.entries()) await writeFile(files[at] ?? '', buffer)
  return { folder, files }
}
