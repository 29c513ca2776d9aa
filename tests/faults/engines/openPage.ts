import { expect } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { addMediaOn, expectText } from '#tests/support/engineSteps.ts'
import type { EngineTab } from '#tests/support/engineTab.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import type { PickedMedia } from '#tests/support/steps.ts'
import { statesOn } from '../onDevice.ts'
import { expectDelivered, goOffline, goOnline, somePhotos } from '../scene.ts'

/** Goes offline, then picks the given number of photos. */
export async function queueOffline(tab: EngineTab, stage: Stage, count = 3): Promise<PickedMedia[]> {
  const photos = await somePhotos(count)
  goOffline(stage)
  await addMediaOn(tab, photos)
  return photos
}

/**
 * Three photos queued offline in a browser without background sync arrive without user action, and the screen shows it.
 * The browser reports to be online all the time, so that no `online` event starts the queue.
 */
export async function arriveByTheOpenPage(tab: EngineTab, stage: Stage): Promise<void> {
  const photos = await queueOffline(tab, stage)
  await tab.goto(`${stage.origin}/participant/envois`)
  await expectText(tab, "3 photos en sécurité sur ce téléphone. Gardez l'application ouverte pour finir l'envoi.")
  expect(await mediasOf(stage)).toHaveLength(0)
  expect(await tab.evaluate(() => navigator.onLine)).toBe(true)
  // The attempts at page start have failed by then: only the retry timer is left.
  await pause(3000)
  goOnline(stage)
  await expectDelivered(stage, photos)
  await expectText(tab, 'Tout ce que vous avez envoyé est reçu.')
  await expectText(tab, 'Reçue à')
  expect(await statesOn(tab)).toEqual(['done', 'done', 'done'])
}
