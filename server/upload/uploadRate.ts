import { isoFromNow } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { countSince } from './upload.repository.ts'

const perMinute = 600
/** Each start keeps a row, with up to 4 KB of what the client says about its file. */
const perDay = 10_000
const dayMs = 24 * 3_600_000
const bytesPerDay = 5 * 1024 ** 3

/**
 * Limits the uploads that a person starts: 600 a minute, 10 000 and 5 GB a day (api, "Rules"; the number in a day is
 * ours).
 * @throws Problem upload.rythme, with Retry-After in seconds
 */
export async function assertUploadRate(
  { database, clock }: DatabaseDeps,
  utilisateurId: number,
  taille: number,
): Promise<void> {
  const begun = await countSince(database, utilisateurId, {
    day: isoFromNow(clock, -dayMs),
    minute: isoFromNow(clock, -60_000),
  })
  if (begun.inMinute >= perMinute) throw new Problem('upload.rythme', { headers: { 'Retry-After': '60' } })
  if (begun.inDay >= perDay) throw dailyLimitProblem('10 000 fichiers envoyés')
  if (begun.octets + taille > bytesPerDay) throw dailyLimitProblem()
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

/** The refusal of more than a person may send in a day. */
export function dailyLimitProblem(limit = '5 Go envoyés'): Problem {
  const message = `Vous avez atteint la limite de ${limit} par jour. Réessayez plus tard.`
  return new Problem('upload.rythme', { message, headers: { 'Retry-After': '3600' } })
}
