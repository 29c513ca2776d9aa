import { expect } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { addMediaOn, expectText } from '#tests/support/engineSteps.ts'
import type { EngineTab } from '#tests/support/engineTab.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import type { PickedMedia } from '#tests/support/steps.ts'
import { statesOn } from '../onDevice.ts'
import { expectDelivered, goOffline, goOnline, somePhotos } from '../scene.ts'

/** The network goes down, then so many photos are picked. */
export async function queueOffline(tab: EngineTab, stage: Stage, count = 3): Promise<PickedMedia[]> {
  const photos = await somePhotos(count)
  goOffline(stage)
  await addMediaOn(tab, photos)
  return photos
}

/**
 * Three photos queued offline in a browser without background sync: the screen says so, nothing is asked of it, and
 * they arrive. The browser itself believes to be online all the time, so that no event of its own tells the page.
 */
export async function arriveByTheOpenPage(tab: EngineTab, stage: Stage): Promise<void> {
  const photos = await queueOffline(tab, stage)
  await tab.goto(`${stage.origin}/participant/envois`)
  await expectText(tab, "3 photos en sécurité sur ce téléphone. Gardez l'application ouverte pour finir l'envoi.")
  expect(await mediasOf(stage)).toHaveLength(0)
  expect(await tab.evaluate(() => navigator.onLine)).toBe(true)
  // What a page tries at its start has failed by then: only waking up by itself is left.
  await pause(3000)
  goOnline(stage)
  await expectDelivered(stage, photos)
  await expectText(tab, 'Tout ce que vous avez envoyé est reçu.')
  await expectText(tab, 'Reçue à')
  expect(await statesOn(tab)).toEqual(['done', 'done', 'done'])
}
