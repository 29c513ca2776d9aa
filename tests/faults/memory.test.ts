import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import type { Phone } from '#tests/support/phone.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { statesOn } from './onDevice.ts'
import { goOffline, goOnline, test } from './scene.ts'

const mib = 1024 * 1024
const sizes = [...Array.from({ length: 20 }, () => 5 * mib), 95 * mib]

test(
  '34 twenty photos of 5 MB and one file of 95 MB: copying and sending take bounded memory',
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
    await expect(page.getByRole('button', { name: 'Envoyer 21 fichiers' })).toBeEnabled()
    const copying = watchMemory(phone)
    await page.getByRole('button', { name: 'Envoyer 21 fichiers' }).click()
    const safe = async () => (await statesOn(page)).filter((state) => state !== 'staging').length
    await expect.poll(safe, { timeout: 60_000, intervals: [500] }).toBe(sizes.length)
    // Not counting the small pictures of the list, which the browser decodes as it likes.
    expect(copying.growth()).toBeLessThan(256 * mib)
    const sending = watchMemory(phone)
    goOnline(stage)
    await expect.poll(async () => (await mediasOf(stage)).length, { timeout: 80_000 }).toBe(sizes.length)
    expect((await mediasOf(stage)).map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
    // What was sent is garbage that the browser collects at its leisure: far from five times all of it.
    expect(sending.growth()).toBeLessThan(3 * 195 * mib)
    await rm(folder, { recursive: true })
  },
)

async function writePhoto(path: string, size: number): Promise<string> {
  const bytes = await unePhotoDe(size)
  await writeFile(path, bytes)
  return sha256Of(bytes)
}

/** How much more memory the phone takes at its worst than when the watch began. */
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
