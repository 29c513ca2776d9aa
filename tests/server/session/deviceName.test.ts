import { expect, test } from 'vitest'
import { deviceName } from '#server/session/deviceName.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chromium} Mobile Safari/537.36`, 'Chrome sur Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${chromium} SamsungBrowser/28.0 Mobile Safari/537.36`,
    'Samsung Internet sur Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari sur iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome sur iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox sur iPad',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/140.0.0.0`, 'Edge sur Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 OPR/122.0.0.0`, 'Opera sur Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox sur Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chromium} Safari/537.36`, 'Chrome sur ChromeOS'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`, 'Safari sur Mac'],
  ['curl/8.5.0', ''],
  ['<script>alert(1)</script>', ''],
  [undefined, ''],
])('names browser and system of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
