/**
 * Reads a text/event-stream until it ends.
 * @param onData receives the `data:` of each event
 * @param onSign called for every chunk, also for a comment
 */
export async function readEventStream(
  stream: ReadableStream<Uint8Array>,
  { onData, onSign }: { onData: (data: string) => void; onSign: () => void },
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data: '))
      if (data.length > 0) onData(data.map((line) => line.slice(6)).join('\n'))
    }
  }
}
