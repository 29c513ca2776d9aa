import { isoFromNow } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { commitUpload } from './commitUpload.ts'
import { findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

interface RecoveryOptions {
  /** Stops after the current commit. */
  readonly stopped?: AbortSignal
  /** Minimum age of a claim, in ms: where other processes run, a younger one may be a commit in progress. */
  readonly ageMs?: number
}

/**
 * Finishes commits that a kill interrupted, one after the other, while the server handles requests. The mutex
 * serializes commits of one upload within this process, the fencing number between processes. An upload that may not
 * be committed now stays open with its bytes, and the client retries.
 * @returns how many were finished
 */
export async function finishInterruptedCommits(
  deps: UploadDeps,
  report: (error: unknown) => void,
  { stopped, ageMs = 0 }: RecoveryOptions = {},
): Promise<number> {
  const claimed = deps.database.selectFrom('upload').select(['id', 'toucheLe']).where('etat', '=', 'COMMIT')
  let finished = 0
  for (const { id, toucheLe } of await claimed.execute()) {
    if (stopped?.aborted) break
    if (!isOldEnough(deps, { toucheLe, ageMs })) continue
    try {
      if (await deps.mutex.run(id, () => finishCommit(deps, { id, ageMs }))) finished += 1
    } catch (error) {
      if (!(error instanceof Problem)) report(error)
    }
  }
  return finished
}

/**
 * Reads the row again: since the list was read, the client may have retried the commit, or another process claimed it.
 * @returns whether there was a commit to finish
 */
async function finishCommit(
  deps: UploadDeps,
  { id, ageMs }: Pick<UploadRow, 'id'> & Required<Pick<RecoveryOptions, 'ageMs'>>,
): Promise<boolean> {
  const upload = await findUploadById(deps.database, id)
  if (upload?.etat !== 'COMMIT' || !isOldEnough(deps, { ...upload, ageMs })) return false
  await commitUpload(deps, { upload, credential: { kind: 'server' } })
  return true
}

/** Without a minimum age the clock does not count: it may have been set back since the claim. */
function isOldEnough(
  { clock }: Pick<UploadDeps, 'clock'>,
  { toucheLe, ageMs }: Pick<UploadRow, 'toucheLe'> & { readonly ageMs: number },
): boolean {
  return ageMs === 0 || toucheLe <= isoFromNow(clock, -ageMs)
}
