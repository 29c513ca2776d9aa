import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import type { Phone } from '#tests/support/phone.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { highestWhile, rendererOf, residentBytes } from '#tests/support/rendererMemory.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { statesOn } from './onDevice.ts'
import { goOffline, goOnline, test } from './scene.ts'

const mib = 1024 * 1024
const sizes = [...Array.from({ length: 20 }, () => 5 * mib), 95 * mib]

test(
  '34 copies and sends in bounded memory when there are twenty photos of 5 MB and one file of 95 MB',
  {
    tag: '@long',
  },
  async ({ stage, phone }) => {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-gros-'))
    const paths = sizes.map((_, at) => join(folder, `IMG_${at}.jpg`))
    const hashes = await Promise.all(sizes.map((size, at) => writePhoto(paths[at] ?? '', size)))
    const { page } = phone
    goOffline(stage)
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(paths)
    await expect(page.getByRole('button', { name: /^Envoyer 21 / })).toBeEnabled()
    const copying = watchMemory(phone)
    await page.getByRole('button', { name: /^Envoyer 21 / }).click()
    const safe = async () => (await statesOn(page)).filter((state) => state !== 'staging').length
    await expect.poll(safe, { intervals: [500] }).toBe(sizes.length)
    // Excludes the previews of the list, which the browser decodes.
    expect(copying.growth()).toBeLessThan(256 * mib)
    const sending = watchMemory(phone)
    goOnline(stage)
    await expect.poll(async () => (await mediasOf(stage)).length).toBe(sizes.length)
    expect((await mediasOf(stage)).map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
    // Sent data are collected lazily by the browser: the limit is far below five times the total.
    expect(sending.growth()).toBeLessThan(3 * 195 * mib)
    await rm(folder, { recursive: true })
  },
)

test(
  'keeps the page small and delivers each photo once when 200 photos of 3 MB are chosen at once offline',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-gros-'))
    const paths = Array.from({ length: 200 }, (_, at) => join(folder, `IMG_${at}.jpg`))
    const hashes: string[] = []
    for (const path of paths) hashes.push(await writePhoto(path, 3 * mib))
    const { page } = phone
    goOffline(stage)
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(paths)
    const send = page.getByRole('button', { name: /^Envoyer 200 / })
    await expect(send).toBeEnabled()
    const renderer = await rendererOf(phone)
    const rest = await residentBytes(renderer)
    const highest = await highestWhile(renderer, async () => {
      await send.click()
      // A query of the whole page, as for a message, would use more memory than what is measured.
      await page.waitForFunction(() => document.querySelector('[data-part=toast]') !== null, null, { polling: 500 })
    })
    await expect(page.getByText('200 fichiers en sécurité sur ce téléphone', { exact: true })).toBeVisible()
    expect((highest - rest) / (200 * 3 * mib)).toBeLessThanOrEqual(0.1)
    goOnline(stage)
    await expect.poll(async () => (await mediasOf(stage)).length, { timeout: 240_000 }).toBe(paths.length)
    expect((await mediasOf(stage)).map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
    await rm(folder, { recursive: true })
  },
)

async function writePhoto(path: string, size: number): Promise<string> {
  const bytes = await unePhotoDe(size)
  await writeFile(path, bytes)
  return sha256Of(bytes)
}

/** Maximum increase of the phone's memory since the watch began. */
function watchMemory(phone: Phone): { growth(): number } {
  const before = phone.memory()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, phone.memory())
  }, 100)
  return {
    growth() {
      clearInterval(timer)
      return peak - before
    },
  }
}
