import { safeParse } from 'valibot'
import { type EvenementLive, evenementLiveSchema } from '#domain/live/live.ts'
import { readEventStream } from './eventStream.ts'
import { reconnectWait } from './reconnectWait.ts'

/** The server sends a heartbeat every 20 s; without data for this long, the connection is considered lost. */
const silentMs = 50_000
/** After a connection of at least this duration, the backoff starts again. */
const goodMs = 10_000

export interface LiveConnectionDeps {
  /** Opens the stream; rejects when it cannot be opened. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** The stream is open. Events before this were missed. */
  readonly onOpen: () => void
  readonly onEvent: (event: EvenementLive) => void
  /** Waits before the next attempt, in milliseconds; ends early when a new attempt is likely to succeed. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Keeps one stream open until `signal` aborts: reconnects with backoff after every failure. */
export async function keepConnected(line: LiveConnectionDeps, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const since = Date.now()
    // Refused, cut, silent or ended: reconnect in every case.
    await listenOnce(line, signal).catch(() => undefined)
    if (signal.aborted) return
    failures = Date.now() - since > goodMs ? 0 : failures + 1
    await line.pause(reconnectWait(failures), signal)
  }
}

async function listenOnce({ open, onOpen, onEvent }: LiveConnectionDeps, signal: AbortSignal): Promise<void> {
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

/** Events of a newer server that this version cannot parse are skipped. */
function parsed(data: string): EvenementLive | null {
  try {
    const { success, output } = safeParse(evenementLiveSchema, JSON.parse(data))
    return success ? output : null
  } catch {
    return null
  }
}
