import { Problem } from '../http/problem.ts'
import { commitUpload } from './commitUpload.ts'
import type { UploadDeps } from './uploadDeps.ts'

/**
 * Finishes the commits that a kill interrupted; run before the first request. An upload that may not become a media
 * just now stays open with its bytes, and its phone asks again.
 * @returns how many were finished
 */
export async function finishInterruptedCommits(deps: UploadDeps, report: (error: unknown) => void): Promise<number> {
  const interrupted = await deps.database.selectFrom('upload').selectAll().where('etat', '=', 'COMMIT').execute()
  let finished = 0
  for (const upload of interrupted) {
    try {
      await commitUpload(deps, upload, { kind: 'server' })
      finished += 1
    } catch (error) {
      if (!(error instanceof Problem)) report(error)
    }
  }
  return finished
}
