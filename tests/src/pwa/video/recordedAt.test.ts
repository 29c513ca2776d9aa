import { beforeAll, expect, test } from 'vitest'
import { recordedAt } from '#src/pwa/video/recordedAt.ts'
import { encodeFilm, type Film, filmFile } from '#tests/support/browserFilm.ts'

const indexed = Date.UTC(2026, 5, 20, 19, 4)
const hourMs = 3_600_000
let film: Film
beforeAll(async () => {
  film = await encodeFilm(1)
})

const fileOf = async (options?: Parameters<typeof filmFile>[1]) => new Blob([await filmFile(film, options)])

test.each(['mp4', 'mov'] as const)('reads the time in the index of a %s file', async (format) => {
  expect(await recordedAt(await fileOf({ format }), indexed + 5 * hourMs)).toBe(indexed)
})

test.each(['mp4', 'mov'] as const)(
  'reads the date of an iPhone in a %s file before the time in the index',
  async (format) => {
    const file = await fileOf({ format, creationDate: '2026-06-19T23:30:00+0200' })
    expect(await recordedAt(file, indexed)).toBe(Date.UTC(2026, 5, 19, 21, 30))
  },
)

test('reads the date of an iPhone in an MP4 whose tags begin with a version (ISO/IEC 14496-12, 8.11.1)', async () => {
  const file = await filmFile(film, { creationDate: '2026-06-19T23:30:00+0200' })
  const text = new TextDecoder('latin1').decode(file)
  const view = new DataView(file.buffer)
  const offsets = ['moov', 'udta', 'meta'].map((name) => text.lastIndexOf(name) - 4)
  for (const at of offsets) view.setUint32(at, view.getUint32(at) + 4)
  const tags = text.lastIndexOf('meta') + 4
  const versioned = new Blob([file.slice(0, tags), new Uint8Array(4), file.slice(tags)])
  expect(await recordedAt(versioned, indexed)).toBe(Date.UTC(2026, 5, 19, 21, 30))
})

test('takes the time in the index when the date is not readable', async () => {
  expect(await recordedAt(await fileOf({ creationDate: 'samedi soir' }), indexed)).toBe(indexed)
})

test('ignores a time in the index that is later than the file', async () => {
  expect(await recordedAt(await fileOf(), indexed - hourMs)).toBeNull()
})

test('finds no time in a file without an index, or with half of one', async () => {
  const whole = await fileOf()
  for (const file of [new Blob(['bytes of no video']), whole.slice(0, whole.size / 2), new Blob([])])
    expect(await recordedAt(file, indexed)).toBeNull()
})
