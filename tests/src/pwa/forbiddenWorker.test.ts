import { afterEach, expect, test, vi } from 'vitest'
import { startWorker } from '#src/pwa/serviceWorkerClient.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('asks for no worker again, and leaves no rejection, when the browser forbids storage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const denied = new DOMException('The operation is insecure.', 'SecurityError')
  const { serviceWorker } = navigator
  const register = vi.spyOn(serviceWorker, 'register').mockRejectedValue(denied)
  const known = vi.spyOn(serviceWorker, 'getRegistration').mockRejectedValue(denied)
  // Firefox throws, Chromium waits forever.
  const ready = vi.spyOn(serviceWorker, 'ready', 'get').mockImplementation(() => {
    throw denied
  })
  await startWorker(() => undefined)
  // Vitest reports a rejection that nothing handles.
  await vi.runAllTimersAsync()
  expect(ready).toHaveBeenCalledTimes(1)
  expect(register).toHaveBeenCalledTimes(1)
  expect(known).not.toHaveBeenCalled()
})
