import { runJob } from '../runJob.ts'
import { StorageAway } from '../storage/storage.ts'

/** Background jobs on media, several at a time, including those that an earlier process did not finish. */
export interface MediaJobs {
  /** Looks for work now. */
  wake(): void
  /** Looks for work and resolves when none is left. */
  idle(): Promise<void>
  /** Stops after the current media. */
  stop(): Promise<void>
}

/** The media that wait for one kind of job, and how that job is run. */
export interface JobQueue<Leased> {
  /** Takes the next media, so that no other process does; undefined when none is left. */
  lease(): Promise<Leased | undefined>
  /** Name of the job in the log and the metrics. */
  nameOf(leased: Leased): string
  run(leased: Leased): Promise<void>
  /** Ends a lease as if the work had not been begun: the cause is not the media, and others would fail as well. */
  returnLease(leased: Leased): Promise<void>
}

/** Starts jobs that look for work when they are woken. A failing media does not delay the others. */
export function startMediaJobs<Leased>(
  queue: JobQueue<Leased>,
  { count, report }: { readonly count: number; readonly report: (error: unknown) => void },
): MediaJobs {
  const round: Round = { isOver: false, onLeased: startNext, report }
  const jobs = Array.from({ length: count }, () => new Job(() => runQueue(queue, round).catch(report)))
  let isStopped = false
  return { wake, idle, stop }

  function wake(): void {
    round.isOver = isStopped
    startNext()
  }

  /** One idle job looks for work, and the first media it finds starts the next job: most uploads need one. */
  function startNext(): void {
    const waiting = jobs.find(({ running }) => running === null)
    if (waiting) waiting.run()
    // A running job may have looked before the new media was there.
    else for (const job of jobs) job.run()
  }

  async function idle(): Promise<void> {
    wake()
    for (let job = runningJob(); job; job = runningJob()) await job.running
  }

  function runningJob(): Job | undefined {
    return jobs.find(({ running }) => running !== null)
  }

  function stop(): Promise<void> {
    isStopped = true
    return idle()
  }
}

/** Runs its work one at a time; a run that is asked for during another one follows it. */
class Job {
  running: Promise<void> | null = null
  readonly #work: () => Promise<void>
  #isAsked = false

  /** @param work never rejects */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  run(): void {
    this.#isAsked = true
    this.running ??= this.#runAll()
  }

  async #runAll(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      await this.#work()
    }
    this.running = null
  }
}

interface Round {
  /** No further media is begun: the jobs are stopped, or the system fails. */
  isOver: boolean
  readonly onLeased: () => void
  readonly report: (error: unknown) => void
}

/**
 * Works until nothing is left. A media that fails is reported, and does not delay the others; only a failure of the
 * system ends the round, because every other media would fail too.
 */
async function runQueue<Leased>(queue: JobQueue<Leased>, round: Round): Promise<void> {
  while (!round.isOver) {
    const leased = await queue.lease()
    if (!leased) return
    round.onLeased()
    try {
      await runJob(queue.nameOf(leased), () => queue.run(leased))
    } catch (error) {
      round.report(error)
      if (!isSystemFailure((error as Error).cause)) continue
      round.isOver = true
      await queue.returnLease(leased)
    }
  }
}

const diskCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Whether the storage is away, or the disk is full. */
function isSystemFailure(error: unknown): boolean {
  return error instanceof StorageAway || diskCodes.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}
