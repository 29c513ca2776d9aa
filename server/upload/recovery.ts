import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { commitUpload } from './commitUpload.ts'
import { findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/**
 * Finishes commits that a kill interrupted, one after the other, while the server handles requests. The mutex
 * serializes commits of one upload within this process, the fencing number between processes. An upload that may not
 * be committed now stays open with its bytes, and the client retries.
 * @param stopped stops after the current commit
 * @returns how many were finished
 */
export async function finishInterruptedCommits(
  deps: UploadDeps,
  report: (error: unknown) => void,
  stopped?: AbortSignal,
): Promise<number> {
  const interrupted = await deps.database.selectFrom('upload').select('id').where('etat', '=', 'COMMIT').execute()
  let finished = 0
  for (const { id } of interrupted) {
    if (stopped?.aborted) break
    try {
      if (await deps.mutex.run(id, () => finishCommit(deps, id))) finished += 1
    } catch (error) {
      if (!(error instanceof Problem)) report(error)
    }
  }
  return finished
}

/**
 * Reads the row again: the client may have retried the commit meanwhile. @returns whether there was a commit to finish
 */
async function finishCommit(deps: UploadDeps, id: UploadRow['id']): Promise<boolean> {
  const upload = await findUploadById(deps.database, id)
  if (upload?.etat !== 'COMMIT') return false
  await commitUpload(deps, upload, { kind: 'server' })
  return true
}
