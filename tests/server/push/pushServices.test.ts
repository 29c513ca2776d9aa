import { expect, test } from 'vitest'
import { isPushService } from '#server/push/pushServices.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('accepts %s as a push service', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com.mechant.test/abc',
  'https://mechant.test/fcm.googleapis.com',
  'https://fcm.googleapis.com@mechant.test/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://xpush.apple.com/abc',
  'https://notify.windows.com.mechant.test/',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'n’importe quoi',
])('rejects %s and never calls it', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})
