import { expect, test } from 'vitest'
import { followInstallPrompts, suppressInstallPrompts } from '#src/pwa/install/firstInstallPrompt.ts'

test('suppresses an install prompt before the app is loaded, and gives it and the next one to the app', () => {
  suppressInstallPrompts()
  const [early, later] = [prompted(), prompted()]
  dispatchEvent(early)
  expect(early.defaultPrevented).toBe(true)
  const given: Event[] = []
  followInstallPrompts((event) => given.push(event))
  dispatchEvent(later)
  expect(later.defaultPrevented).toBe(true)
  expect(given).toEqual([early, later])
})

function prompted(): Event {
  return new Event('beforeinstallprompt', { cancelable: true })
}
