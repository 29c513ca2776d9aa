import { channel } from 'node:diagnostics_channel'

/** What the server measures of its work. It has no subscriber unless metrics are switched on (ADR 77). */
export interface Measures {
  /** An answer of the API: the pattern of its route, never its address. */
  readonly answer: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly seconds: number
  }
  /** Bytes of an upload that became durable. */
  readonly received: { readonly bytes: number }
  /** An upload became a media, or was refused. */
  readonly commit: { readonly isAccepted: boolean; readonly seconds: number }
  /** A statement of the database. */
  readonly query: { readonly isFailed: boolean; readonly seconds: number }
  /** A call to the store of files. */
  readonly store: { readonly call: string; readonly isFailed: boolean; readonly seconds: number }
  /** A run of background work. */
  readonly job: { readonly name: string; readonly isFailed: boolean; readonly seconds: number }
  /** Open live streams of this process; positive when one begins, negative when it ends. */
  readonly stream: { readonly change: 1 | -1 }
}

const prefix = 'eclats:'

/** The channel of a measure. */
export function channelOf(name: keyof Measures) {
  return channel(prefix + name)
}

const channels = new Map<keyof Measures, ReturnType<typeof channel>>()

/** Publishes a measure on its channel. Costs almost nothing without a subscriber. */
export function recordMeasure<Name extends keyof Measures>(name: Name, measure: Measures[Name]): void {
  let found = channels.get(name)
  if (!found) channels.set(name, (found = channelOf(name)))
  if (found.hasSubscribers) found.publish(measure)
}

/** Runs work and records its duration. @param measure made from the outcome and the seconds */
export async function timed<Name extends keyof Measures, T>(
  name: Name,
  work: () => Promise<T>,
  measure: (outcome: { readonly isFailed: boolean; readonly seconds: number }) => Measures[Name],
): Promise<T> {
  const started = performance.now()
  let isFailed = true
  try {
    const result = await work()
    isFailed = false
    return result
  } finally {
    recordMeasure(name, measure({ isFailed, seconds: (performance.now() - started) / 1000 }))
  }
}
