import { expect, type Page, test as base } from '@playwright/test'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { sha256Of, unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'
import { openEvenement, type PickedMedia, signIn } from '#tests/support/steps.ts'
import { statesOn } from './onDevice.ts'

/** karim's phone at the event, online, with a grant; all parts are real. */
export const test = base.extend<{ stage: Stage; phone: Phone }>({
  // oxlint-disable-next-line no-empty-pattern -- playwright reads the fixtures' names from the pattern
  stage: async ({}, use) => {
    const stage = await openStage()
    await use(stage)
    await stage.close()
  },
  phone: async ({ stage }, use) => {
    const phone = await openPhone()
    await signIn(phone.page, stage, stage.karim)
    await openEvenement(phone.page, stage)
    await use(phone)
    await phone.close()
  },
})

export async function somePhotos(count: number): Promise<PickedMedia[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      name: `IMG_${n + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await unePhoto(),
    })),
  )
}

export async function aLargePhoto(octets: number): Promise<PickedMedia> {
  return { name: 'IMG_9000.jpg', mimeType: 'image/jpeg', buffer: await unePhotoDe(octets) }
}

export function goOffline({ network }: Stage): void {
  network.fault = { kind: 'down' }
  network.cut()
}

export function goOnline({ network }: Stage): void {
  network.fault = { kind: 'none' }
}

/**
 * Exactly these photos are on the server, each once, with equal hashes, pending review.
 * @param page any page of the app on the phone: the photos are counted when the phone has nothing left to send, so that a
 * late duplicate is seen
 */
export async function expectDelivered(stage: Stage, photos: readonly PickedMedia[], page?: Page): Promise<void> {
  const options = { timeout: 300_000 }
  await expect.poll(async () => (await mediasOf(stage)).length, options).toBe(photos.length)
  if (page) await expect.poll(async () => new Set(await statesOn(page)), options).toEqual(new Set(['done']))
  const medias = await mediasOf(stage)
  expect(medias.map(({ sha256 }) => sha256).toSorted()).toEqual(photos.map(({ buffer }) => sha256Of(buffer)).toSorted())
  expect(new Set(medias.map(({ statut }) => statut))).toEqual(new Set(['EN_ATTENTE']))
  expect(new Set(medias.map(({ auteurId }) => auteurId))).toEqual(new Set([stage.karim.id]))
}
