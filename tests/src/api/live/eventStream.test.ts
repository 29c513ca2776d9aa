import { expect, test } from 'vitest'
import { readEventStream } from '#src/api/live/eventStream.ts'

async function read(...chunks: Uint8Array[]): Promise<{ data: string[]; signs: number }> {
  const seen = { data: [] as string[], signs: 0 }
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  await readEventStream(stream, {
    onData: (data) => seen.data.push(data),
    onSign: () => {
      seen.signs += 1
    },
  })
  return seen
}

test('reads every event when its text arrives byte by byte', async () => {
  const bytes = new TextEncoder().encode('data: {"a":"é"}\n\ndata: 2\n\n')
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte))
  expect(await read(...chunks)).toEqual({ data: ['{"a":"é"}', '2'], signs: bytes.length })
})

test('takes a comment as a sign of life, not as an event', async () => {
  expect(await read(new TextEncoder().encode(':\n\n'))).toEqual({ data: [], signs: 1 })
})

test('ignores an event that is cut off at the end', async () => {
  expect(await read(new TextEncoder().encode('data: 1\n\ndata: 2\n'))).toEqual({ data: ['1'], signs: 1 })
})
