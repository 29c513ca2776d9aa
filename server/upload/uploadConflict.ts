import type { Database } from '../database/database.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { Problem } from '../http/problem.ts'
import { findUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** The answer to a request with a wrong offset: it carries the stored offset. */
export function offsetProblem({ decalage }: Pick<UploadRow, 'decalage'>): Problem {
  return new Problem('upload.decalage', { headers: { 'Upload-Offset': String(decalage) } })
}

/**
 * Loads an upload of this person that is neither cancelled nor refused.
 * @throws Problem upload.introuvable, or the code with which it was refused
 */
export async function requireUpload(
  database: Database,
  own: Pick<UploadRow, 'id' | 'utilisateurId' | 'evenementId'>,
): Promise<UploadRow> {
  const upload = await findUpload(database, own)
  if (!upload || upload.etat === 'ANNULE') throw new Problem('upload.introuvable')
  if (upload.etat === 'REFUSE') throw new Problem(refusedCode(upload))
  return upload
}

/**
 * Checks that the upload still uses the file that the caller saw.
 * @throws Problem upload.decalage (with Upload-Offset) when another node took the upload over or finished it, and as
 * {@link requireUpload}
 */
export async function assertOwnFile({ database }: Pick<UploadDeps, 'database'>, seen: UploadRow): Promise<void> {
  const now = await requireUpload(database, seen)
  const isOwn = now.fichierTemporaire === seen.fichierTemporaire && now.etat !== 'FAIT'
  if (!isOwn) throw offsetProblem(now)
}

/**
 * Runs `work`, which needs the file of an upload. Another node that takes the upload over removes the file: the
 * resulting ENOENT is a conflict, not a disk failure.
 * @throws what `work` throws; as {@link assertOwnFile} when the file is missing for that reason
 */
export async function mapConflict<T>(deps: UploadDeps, seen: UploadRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') await assertOwnFile(deps, seen)
    throw error
  }
}

function refusedCode({ erreurCode }: UploadRow) {
  const known = ['upload.type_refuse', 'upload.dimensions', 'upload.empreinte'] as const
  return known.find((code) => code === erreurCode) ?? 'upload.introuvable'
}
