import { afterEach, expect, test } from 'vitest'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { openQueue } from '#upload-queue/openQueue.ts'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
})

test('stops what the worker or another tab is sending over mobile data when the person chooses Wi-Fi only', async () => {
  const mobile = Object.assign(new EventTarget(), { type: 'cellular' })
  Object.defineProperty(navigator, 'connection', { value: mobile, configurable: true })
  const worker = openQueue({ origin: location.origin, onMessage: () => {} })
  // It read the choice when its drain began.
  await worker.networkPreference.read()
  const request = worker.interruptions.signal('a photo')
  await uploadQueue.chooseWifiOnly(true)
  await expect.poll(() => request.aborted).toBe(true)
  expect(worker.networkPreference.waitsForWifi()).toBe(true)
  const later = worker.interruptions.signal('a photo')
  await uploadQueue.chooseWifiOnly(false)
  await expect.poll(() => worker.networkPreference.waitsForWifi()).toBe(false)
  expect(later.aborted).toBe(false)
  worker.channel.close()
})
