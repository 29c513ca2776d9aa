import { expect, test } from 'vitest'
import { defaultBrowser, installWay } from '#src/features/installation/installWay.ts'

const iPhone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', maxTouchPoints: 5 }
const iPad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', maxTouchPoints: 5 }
const mac = { ...iPad, maxTouchPoints: 0 }
const pixel = { userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/146.0 Mobile', maxTouchPoints: 5 }
const inBrowser = { isInstalled: false, isInstallable: false }

test('shows manual steps on iPhones and iPads, which report to be a Mac', () => {
  expect([iPhone, iPad, mac, pixel].map((device) => installWay(device, inBrowser))).toEqual(['ios', 'ios', null, null])
})

test("uses the browser's prompt where available, and offers nothing when installed", () => {
  expect(installWay(pixel, { isInstalled: false, isInstallable: true })).toBe('navigateur')
  expect(installWay(iPhone, { isInstalled: true, isInstallable: false })).toBeNull()
})

test.each([['Instagram 350.0'], ['[FB_IAB/FB4A;FBAV/500.0]'], ['WhatsApp/2.24']])(
  'offers nothing inside an in-app browser (%s), which recommends another one',
  (mark) => {
    const device = { ...iPhone, userAgent: `${iPhone.userAgent} ${mark}` }
    expect(installWay(device, { isInstalled: false, isInstallable: true })).toBeNull()
    expect([defaultBrowser(device), defaultBrowser(pixel)]).toEqual(['Safari', 'Chrome'])
  },
)
