import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { qrPath } from '#src/ui/qrCode/qrPath.ts'

test('a row is one rectangle for each run of dark modules', () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})

test('what is drawn are the modules of the code, no more and no less', () => {
  const modules = encodeQR('https://eclats.test/e/abcdefghijklmnopqrstuv', 'raw', { ecc: 'medium', border: 4 })
  const drawn = modules.map((row) => row.map(() => false))
  for (const [, x, y, run] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(run))
  expect(drawn).toEqual(modules)
})
