import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { commitUpload } from './commitUpload.ts'
import { findUploadById } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/**
 * Finishes the commits that a kill interrupted, one after the other, while requests are answered: in this process one
 * commit of an upload waits for the other, between processes the fence decides. An upload that may not become a media
 * just now stays open with its bytes, and its phone asks again.
 * @param stopped ends the work behind the commit in hand
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

/** Read anew: its phone may have asked for the commit since. @returns whether there was anything to finish */
async function finishCommit(deps: UploadDeps, id: UploadRow['id']): Promise<boolean> {
  const upload = await findUploadById(deps.database, id)
  if (upload?.etat !== 'COMMIT') return false
  await commitUpload(deps, upload, { kind: 'server' })
  return true
}
