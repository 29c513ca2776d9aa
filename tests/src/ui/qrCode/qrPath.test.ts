import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { qrPath } from '#src/ui/qrCode/qrPath.ts'

test('draws one rectangle per run of dark modules in a row', () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})

test('draws exactly the modules of the code', () => {
  const modules = encodeQR('https://eclats.test/e/abcdefghijklmnopqrstuv', 'raw', { ecc: 'medium', border: 4 })
  const drawn = modules.map((row) => row.map(() => false))
  for (const [, x, y, run] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(run))
  expect(drawn).toEqual(modules)
})
