import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { needsFile } from '../media/media.repository.ts'
import { needsLecture, needsThumbnail } from '../media/mediaLease.ts'

export interface WaitingWork {
  readonly job: 'vignettes' | 'lectures' | 'courriels' | 'envois'
  readonly count: number
  /** 0 without waiting work. */
  readonly oldestSeconds: number
}

/** How much work waits, of all nodes: previews and films to make, mails to send, uploads that have begun. */
export async function waitingWork({ database, clock }: DatabaseDeps): Promise<WaitingWork[]> {
  const medias = (isWaiting: typeof needsLecture) =>
    database
      .selectFrom('media')
      .where(isWaiting)
      .where(needsFile)
      .select((select) => [select.fn.countAll<number | string>().as('count'), select.fn.min('dateDepot').as('oldest')])
  const vignettes = medias(needsThumbnail)
  const lectures = medias(needsLecture)
  const courriels = database
    .selectFrom('courriel')
    .where('envoyeLe', 'is', null)
    .where('abandonneLe', 'is', null)
    .select((select) => [select.fn.countAll<number | string>().as('count'), select.fn.min('creeLe').as('oldest')])
  const envois = database
    .selectFrom('upload')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .select((select) => [select.fn.countAll<number | string>().as('count'), select.fn.min('toucheLe').as('oldest')])
  const now = Date.parse(nowIso(clock))
  const found: WaitingWork[] = []
  for (const [job, query] of Object.entries({ vignettes, lectures, courriels, envois })) {
    const { count, oldest } = await query.executeTakeFirstOrThrow()
    const oldestSeconds = oldest === null ? 0 : Math.max(0, (now - Date.parse(oldest)) / 1000)
    found.push({ job: job as WaitingWork['job'], count: Number(count), oldestSeconds })
  }
  return found
}
