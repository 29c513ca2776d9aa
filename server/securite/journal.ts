import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#domain/contract/durations.ts'
import { type Clock, isoFromNow, nowIso } from '../clock.ts'

/** Retention in days, as stated on the privacy page. */
const keptDays = 30
/** A flood of refusals must not fill the disk: further events of the day are dropped. */
const maxBytesPerDay = 64 * 1024 * 1024
const fileName = /^\d{4}-\d{2}-\d{2}\.ndjson$/

/** An event about an account or a right: used, changed or refused. Contains no name, text or secret. */
export interface SecurityEvent {
  /** Name of the endpoint, for example `utilisateur/login`. */
  readonly evenement: string
  /** HTTP status of the response. */
  readonly statut: number
  /** Error code; null for a successful response. */
  readonly code: string | null
  /** Id of the account; null when the request proved none. */
  readonly compte: number | null
  readonly adresse: string
  /** X-Request-Id of the response. */
  readonly requete: string
}

/** Security log: one file of JSON lines per day (OWASP ASVS 16.3). */
export interface SecurityJournal {
  /** Appends in the background; never fails the request. */
  write(event: SecurityEvent): void
  /** Deletes files older than the retention. */
  forget(): Promise<void>
  /** Resolves when all events so far are written. */
  flush(): Promise<void>
}

/**
 * Opens `journal/` in the data folder.
 * @param report receives one error a day when a file cannot be written or is full
 */
export async function openSecurityJournal(
  dataDir: string,
  clock: Clock,
  report: (error: unknown) => void,
): Promise<SecurityJournal> {
  const folder = join(dataDir, 'journal')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let waiting: string[] = []
  let writing: Promise<void> | null = null
  let reportedDay = ''

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting.join('')
      waiting = []
      const day = nowIso(clock).slice(0, 10)
      await appendLines(join(folder, `${day}.ndjson`), lines).catch((error: unknown) => {
        if (reportedDay !== day) report(error)
        reportedDay = day
      })
    }
    writing = null
  }

  return {
    write(event) {
      waiting.push(`${JSON.stringify({ instant: nowIso(clock), ...event })}\n`)
      writing ??= writeWaiting()
    },
    async forget() {
      const oldest = isoFromNow(clock, -keptDays * dayMs).slice(0, 10)
      const names = await readdir(folder)
      const over = names.filter((name) => fileName.test(name) && name.slice(0, 10) < oldest)
      for (const name of over) await rm(join(folder, name), { force: true })
    },
    async flush() {
      await writing
    },
  }
}

async function appendLines(path: string, lines: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size + lines.length > maxBytesPerDay) throw new Error(`The security journal of the day is full: ${path}`)
  await appendFile(path, lines, { mode: 0o600 })
}
