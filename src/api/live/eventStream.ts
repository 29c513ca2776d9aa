import { createParser } from 'eventsource-parser'

/**
 * Reads a text/event-stream until it ends.
 * @param onData receives the `data:` of each event
 * @param onSign called for every chunk, also for a comment
 */
export async function readEventStream(
  stream: ReadableStream<Uint8Array>,
  { onData, onSign }: { onData: (data: string) => void; onSign?: () => void },
): Promise<void> {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onSign?.()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
