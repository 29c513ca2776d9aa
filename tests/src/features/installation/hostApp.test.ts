import { expect, test } from 'vitest'
import { hostApp } from '#src/features/installation/hostApp.ts'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1'

test.each([
  ['Instagram 350.0', 'Instagram'],
  ['[FB_IAB/FB4A;FBAV/500.0]', 'Facebook'],
  ['WhatsApp/2.24', 'WhatsApp'],
])('names the app whose in-app browser this is (%s)', (mark, app) => {
  expect(hostApp(`${safari} ${mark}`)).toBe(app)
})

test('returns null when the page is not inside another app', () => {
  expect(hostApp(safari)).toBeNull()
})
