import { dayMs } from '#domain/contract/durations.ts'
import { sentenceOf } from '#domain/contract/errors.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { countSince, findFreeing } from './upload.repository.ts'

const perMinute = 600
/** Each start keeps a row, with up to 4 KB of what the client says about its file. */
const perDay = 10_000
const bytesPerDay = 5 * 1024 ** 3

/**
 * Limits the uploads that a person starts: 600 a minute, 10 000 and 5 GB a day.
 * @throws Problem upload.rythme, upload.limite_jour, with Retry-After in seconds
 */
export async function assertUploadRate(deps: DatabaseDeps, utilisateurId: number, taille: number): Promise<void> {
  const { database, clock } = deps
  const begun = await countSince(database, utilisateurId, {
    day: isoFromNow(clock, -dayMs),
    minute: isoFromNow(clock, -60_000),
  })
  if (begun.inMinute >= perMinute) throw new Problem('upload.rythme', { headers: { 'Retry-After': '60' } })
  const files = begun.inDay + 1 - perDay
  if (files > 0) throw await dailyLimitProblem(deps, utilisateurId, { files })
  const octets = begun.octets + taille - bytesPerDay
  if (octets > 0) throw await dailyLimitProblem(deps, utilisateurId, { octets })
}

/** Whether a person cannot start this many uploads today, whatever their size. */
export async function isDayFull({ database, clock }: DatabaseDeps, utilisateurId: number, files: number) {
  const day = isoFromNow(clock, -dayMs)
  const { inDay } = await countSince(database, utilisateurId, { day, minute: day })
  return inDay + files > perDay
}

/**
 * The bytes that an upload may have besides the others of its person today.
 * @param database a transaction that has locked the person, so that concurrent uploads count each other
 */
export async function bytesLeft({ database, clock }: DatabaseDeps, upload: UploadRow): Promise<number> {
  const since = isoFromNow(clock, -dayMs)
  const { octets } = await countSince(database, upload.utilisateurId, { day: since, minute: since })
  return bytesPerDay - octets + (upload.creeLe > since ? upload.taille : 0)
}

/**
 * The refusal of more than a person may send in a day, with the time until enough uploads are a day old.
 * Only the number of files stops the whole queue: a smaller file may still fit.
 * @param over by how much the upload is above a limit; octets 1 when its length is not known
 */
export async function dailyLimitProblem(
  { database, clock }: DatabaseDeps,
  utilisateurId: number,
  { files = 0, octets = 0 }: { readonly files?: number; readonly octets?: number },
): Promise<Problem> {
  const day = isoFromNow(clock, -dayMs)
  const freeing = await findFreeing(database, utilisateurId, { day, files, octets })
  const waitMs = Date.parse(freeing ?? nowIso(clock)) - Date.parse(day)
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) }
  return files > 0
    ? new Problem('upload.rythme', { message: sentence('10 000 fichiers envoyés'), headers })
    : new Problem('upload.limite_jour', { message: sentence('5 Go envoyés'), headers })
}

function sentence(limite: string): string {
  return sentenceOf('upload.limite_jour', { limite })
}
