import { safeParse } from 'valibot'
import { type EvenementLive, evenementLiveSchema } from '#domain/live/live.ts'
import { readEventStream } from './eventStream.ts'
import { reconnectWait } from './reconnectWait.ts'

/** The server says a word every 20 s; without one for so long the line is dead, whatever the system believes. */
const silentMs = 50_000
/** A stream that lived so long was a good one: the next wait is short again. */
const goodMs = 10_000

export interface LiveLine {
  /** Opens the stream; rejects when there is none to have. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** The stream stands. What was told before went by unheard. */
  readonly onOpen: () => void
  readonly onEvent: (event: EvenementLive) => void
  /** Waits before the next attempt, in milliseconds; something that promises better luck ends it early. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Keeps one stream open until `signal` ends it: whatever breaks it, it is opened again, ever less often. */
export async function keepOpen(line: LiveLine, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const since = Date.now()
    // Refused, cut, silent or at its end: what to do next is the same.
    await listenOnce(line, signal).catch(() => undefined)
    if (signal.aborted) return
    failures = Date.now() - since > goodMs ? 0 : failures + 1
    await line.pause(reconnectWait(failures), signal)
  }
}

async function listenOnce({ open, onOpen, onEvent }: LiveLine, signal: AbortSignal): Promise<void> {
  const dead = new AbortController()
  const stream = await open(AbortSignal.any([signal, dead.signal]))
  let timer = setTimeout(() => dead.abort(), silentMs)
  onOpen()
  try {
    await readEventStream(stream, {
      onData: (data) => {
        const event = parsed(data)
        if (event !== null) onEvent(event)
      },
      onSign: () => {
        clearTimeout(timer)
        timer = setTimeout(() => dead.abort(), silentMs)
      },
    })
  } finally {
    clearTimeout(timer)
  }
}

/** A line of a newer server that this app does not know is left out. */
function parsed(data: string): EvenementLive | null {
  try {
    const { success, output } = safeParse(evenementLiveSchema, JSON.parse(data))
    return success ? output : null
  } catch {
    return null
  }
}
