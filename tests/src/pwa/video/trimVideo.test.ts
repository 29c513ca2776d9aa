import { beforeAll, describe, expect, test, vi } from 'vitest'
import { trimPlan } from '#src/pwa/video/trimPlan.ts'
import { trimVideo } from '#src/pwa/video/trimVideo.ts'
import { openVideo } from '#src/pwa/video/videoPackets.ts'
import { boxesOf, encodeFilm, type Film, filmedAt, filmFile, place, readFilm } from '#tests/support/browserFilm.ts'

let film: Film
beforeAll(async () => {
  film = await encodeFilm(10)
})

const keep = { progress: () => undefined, signal: new AbortController().signal }
const open = (file: Blob) => openVideo(file, new AbortController().signal)
const fileOf = async (options?: Parameters<typeof filmFile>[1]) => new Blob([await filmFile(film, options)])

async function cut(file: Blob, { begin, end }: { begin: number; end: number }) {
  const video = await open(file)
  const plan = trimPlan(video.packets, begin, end)
  const part = await trimVideo(video, plan, keep)
  return { plan, part, bytes: new Uint8Array(await part.arrayBuffer()) }
}

describe('trimVideo', () => {
  test('copies the packets of the part unchanged, from its key frame on', async () => {
    const file = await fileOf()
    const { part } = await cut(file, { begin: 4, end: 7 })
    const [before, after] = [await readFilm(file), await readFilm(part)]
    const [pictures, sounds] = after.tracks.map(({ packets }) => packets)
    expect(pictures?.map(({ timestamp }) => Number(timestamp.toFixed(3)))).toEqual(
      Array.from({ length: 15 }, (_none, at) => Number((at * 0.2).toFixed(3))),
    )
    expect(pictures?.map(({ data }) => data)).toEqual(before.tracks[0]?.packets.slice(20, 35).map(({ data }) => data))
    expect(sounds?.length).toBeGreaterThan(140)
    expect(sounds?.length).toBeLessThan(155)
  })

  test('plays in the browser, as long as the part', async () => {
    const { part } = await cut(await fileOf(), { begin: 3, end: 7 })
    const video = document.createElement('video')
    Object.assign(video, { muted: true, preload: 'auto', src: URL.createObjectURL(part) })
    const ended = Promise.withResolvers<void>()
    video.addEventListener('ended', () => ended.resolve())
    video.addEventListener('error', () => ended.reject(new Error(video.error?.message)))
    video.playbackRate = 8
    await video.play()
    await ended.promise
    // From the key frame at 2 s.
    expect(video.duration).toBeCloseTo(5, 1)
    // Filmed at 320 x 180 and turned.
    expect([video.videoWidth, video.videoHeight]).toEqual([180, 320])
    URL.revokeObjectURL(video.src)
  })

  test.each(['mp4', 'mov'] as const)('keeps type, rotation and recording time of a %s file', async (format) => {
    const { part, bytes } = await cut(await fileOf({ format }), { begin: 2, end: 5 })
    expect(part.type).toBe(format === 'mov' ? 'video/quicktime' : 'video/mp4')
    expect(await readFilm(part)).toMatchObject({ isQuickTime: format === 'mov', rotation: 90 })
    expect(boxesOf(bytes).recordedAt).toBe(filmedAt)
  })

  test('keeps the date of an iPhone as recording time', async () => {
    const { bytes } = await cut(await fileOf({ creationDate: '2026-06-20T20:04:00+0200' }), { begin: 2, end: 5 })
    expect(boxesOf(bytes).recordedAt).toBe(filmedAt - 3600)
  })

  test('makes the same bytes when a part is copied again later, so that the queue knows it', async () => {
    const file = await fileOf()
    const { bytes } = await cut(file, { begin: 2, end: 5 })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    try {
      expect((await cut(file, { begin: 2, end: 5 })).bytes).toEqual(bytes)
    } finally {
      clock.mockRestore()
    }
  })

  test('puts the index before the packets', async () => {
    const file = await fileOf()
    expect(boxesOf(new Uint8Array(await file.arrayBuffer())).names).toEqual(['ftyp', 'mdat', 'moov'])
    const { bytes } = await cut(file, { begin: 0, end: 3 })
    expect(boxesOf(bytes).names).toEqual(['ftyp', 'moov', 'free', 'mdat'])
  })

  test('drops the place', async () => {
    const file = await fileOf()
    const text = async (blob: Blob) => new TextDecoder('latin1').decode(await blob.arrayBuffer())
    expect(await text(file)).toContain(place)
    expect(await text((await cut(file, { begin: 0, end: 8 })).part)).not.toContain('48.8566')
  })

  test('keeps two sounds, and a film without sound', async () => {
    const typesOf = async (soundTracks: number) => {
      const { part } = await cut(await fileOf({ soundTracks }), { begin: 2, end: 5 })
      return (await readFilm(part)).tracks.map(({ type }) => type)
    }
    expect(await typesOf(2)).toEqual(['video', 'audio', 'audio'])
    expect(await typesOf(0)).toEqual(['video'])
  })

  test('drops pictures presented before the key frame at the start', async () => {
    const [key, delta] = [film.pictures[0], film.pictures[1]]
    if (!key || !delta) throw new Error('no pictures')
    // Decoded: I0 P1 I3 B2 P4, where B2 refers to P1.
    const pictures = [key, { ...delta, time: 1 }, { ...key, time: 3 }, { ...delta, time: 2 }, { ...delta, time: 4 }]
    const file = new Blob([await filmFile({ pictures, sounds: [] }, { soundTracks: 0 })])
    const { part } = await cut(file, { begin: 3, end: 5 })
    expect((await readFilm(part)).tracks[0]?.packets.map(({ timestamp }) => timestamp)).toEqual([0, 1])
  })

  test('never makes a file larger than expected', async () => {
    const { plan, part } = await cut(await fileOf({ soundTracks: 2 }), { begin: 0, end: 10 })
    expect(part.size).toBeLessThanOrEqual(plan.size)
    expect(plan.size - part.size).toBeLessThan(64 * 1024)
  })

  test('reports the bytes copied, and ends at once when aborted', async () => {
    const video = await open(await fileOf())
    const plan = trimPlan(video.packets, 0, 10)
    const [seen, controller] = [new Array<number>(), new AbortController()]
    const progress = (bytes: number) => {
      seen.push(bytes)
      if (seen.length === 3) controller.abort(new Error('enough'))
    }
    await expect(trimVideo(video, plan, { progress, signal: controller.signal })).rejects.toThrow('enough')
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect((await trimVideo(video, plan, keep)).size).toBeGreaterThan(0)
    // The aborted copy did not go on behind the second one.
    expect(seen).toHaveLength(3)
  })
})

describe('openVideo', () => {
  test('rejects a file that is no video, and one without its index', async () => {
    await expect(open(new Blob(['Ceci est un texte.']))).rejects.toThrow('unsupported')
    const file = await fileOf()
    await expect(open(file.slice(0, file.size - 9000))).rejects.toThrow('No video track in a known format')
  })

  test('counts only the first key frame when the second cannot be decoded by itself', async () => {
    // Marked as key frames, but encoded as differences.
    const pictures = film.pictures.map(
      (picture, at) => ({ ...picture, type: at % 5 === 0 ? 'key' : picture.type }) as const,
    )
    const { packets } = await open(new Blob([await filmFile({ ...film, pictures })]))
    expect(packets.picture.keys.reduce((sum, key) => sum + key, 0)).toBe(1)
  })
})
