import { isoFromNow } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { countSince } from './upload.repository.ts'

const perMinute = 600
const bytesPerDay = 5 * 1024 ** 3

/**
 * Limits the uploads that a person starts: 600 a minute and 5 GB a day (api, "Rules").
 * @throws Problem upload.rythme, with Retry-After in seconds
 */
export async function assertUploadRate(
  { database, clock }: DatabaseDeps,
  utilisateurId: number,
  taille: number,
): Promise<void> {
  const minute = await countSince(database, utilisateurId, isoFromNow(clock, -60_000))
  if (minute.nombre >= perMinute) throw new Problem('upload.rythme', { headers: { 'Retry-After': '60' } })
  const day = await countSince(database, utilisateurId, isoFromNow(clock, -24 * 3_600_000))
  if (day.octets + taille > bytesPerDay) throw new Problem('upload.rythme', { headers: { 'Retry-After': '3600' } })
}
