import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepConnected, type LiveConnectionDeps } from '#src/api/live/liveConnection.ts'

let stop: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const media = { sujet: 'media', evenement_id: 7 }

/** A host whose streams are written by the test. */
function unHote() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const received: unknown[] = []
  const waits: number[] = []
  let isDown = false
  const line: LiveConnectionDeps = {
    open: (signal) => {
      if (isDown) return Promise.reject(new Error('down'))
      return Promise.resolve(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            streams.push(controller)
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        }),
      )
    },
    onOpen: () => received.push('open'),
    onEvent: (event) => received.push(event),
    pause: (ms) => {
      waits.push(ms)
      return new Promise((resolve) => {
        setTimeout(resolve, ms)
      })
    },
  }
  return { line, streams, received, waits, fail: (down: boolean) => (isDown = down) }
}

test('parses events at any chunk boundaries, and ignores comments and unknown lines', async () => {
  const { line, streams, received } = unHote()
  void keepConnected(line, stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  const text = `retry: 3000\n\n: \n\ndata: ${JSON.stringify(media)}\n\ndata: {"sujet":"météo"}\n\ndata: pas du JSON\n\n`
  for (const letter of text) streams[0]?.enqueue(bytes(letter))
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toEqual(['open', media])
})

test.each([0, 0.5, 0.999])(
  'reconnects with growing delays, and soon after a good connection: random %d',
  async (chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const { line, streams, received, waits, fail } = unHote()
    void keepConnected(line, stop.signal)
    await vi.advanceTimersByTimeAsync(0)
    fail(true)
    streams[0]?.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waits.length).toBeGreaterThan(2)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    expect(waits[2]).toBeGreaterThan(2 * (waits[0] ?? Number.NaN))
    fail(false)
    // The last delay is a minute at most.
    for (let seconds = 0; seconds < 60 && streams.length < 2; seconds += 1) await vi.advanceTimersByTimeAsync(1000)
    expect(received).toEqual(['open', 'open'])
    await vi.advanceTimersByTimeAsync(20_000)
    streams[1]?.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(waits.at(-1)).toBeLessThanOrEqual(2000)
  },
)

test('reconnects after fifty seconds without data', async () => {
  const { line, streams, received } = unHote()
  void keepConnected(line, stop.signal)
  await vi.advanceTimersByTimeAsync(45_000)
  streams[0]?.enqueue(bytes(': \n\n'))
  await vi.advanceTimersByTimeAsync(45_000)
  expect(received).toEqual(['open'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual(['open', 'open'])
})

test('does not reconnect after it was stopped', async () => {
  const { line, received } = unHote()
  const ended = keepConnected(line, stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await ended
  await vi.advanceTimersByTimeAsync(120_000)
  expect(received).toEqual(['open'])
})
