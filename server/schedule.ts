export interface Schedule {
  /** Starts no further run and waits for the one in progress. */
  stop(): Promise<void>
}

interface ScheduleOptions {
  readonly everyMs: number
  /** Receives the failure of a run; the next run starts as planned. */
  readonly report: (error: unknown) => void
  /** Whether the first run starts now; true when absent. Otherwise after one interval. */
  readonly startsNow?: boolean
}

/** Runs `work` at an interval; skips a run while the previous one is still running. Does not keep the process alive. */
export function schedule(
  work: () => Promise<unknown> | void,
  { everyMs, report, startsNow = true }: ScheduleOptions,
): Schedule {
  let running: Promise<void> | null = null
  const run = async () => {
    try {
      await work()
    } catch (error) {
      report(error)
    }
  }
  const round = () => {
    running ??= run().finally(() => {
      running = null
    })
  }
  if (startsNow) round()
  const timer = setInterval(round, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
