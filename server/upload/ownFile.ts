import { randomUUID } from 'node:crypto'
import type { MediaRow, UploadRow } from '../database/tables/medias.ts'
import type { ReceivedFile } from '../storage/partialFile.ts'
import type { FileName } from '../storage/fileName.ts'
import { requireUpload, offsetProblem } from './uploadConflict.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** A name for a file that this process receives. It ends in the node id, so that no other process writes to it. */
export function ownFileName({ nodeId }: Pick<UploadDeps, 'nodeId'>): FileName {
  return nodeId === '' ? randomUUID() : `${randomUUID()}.${nodeId}`
}

/**
 * Moves an upload to a file that only this process writes. The previous process may still be writing for a request
 * that the client abandoned: the acknowledged bytes are copied, and late writes go to the old file.
 * @throws Problem upload.decalage (with Upload-Offset) when another process has continued the upload, and as
 * {@link requireUpload}
 */
export async function moveToOwnFile(deps: UploadDeps, upload: UploadRow): Promise<UploadRow> {
  const { storage, nodeId } = deps
  if (nodeId === '' || upload.fichierTemporaire.endsWith(`.${nodeId}`)) return upload
  const { name, reception } = await storage.copyReceived(receivedFileOf(upload), ownFileName(deps))
  const isNew = name !== upload.fichierTemporaire
  // Without a new file too: the fencing number refuses what the previous process has not stored yet.
  const moved = await advanceUpload(deps.database, upload, { fichierTemporaire: name, reception })
  if (!moved) {
    if (isNew) await storage.remove(name)
    throw offsetProblem(await requireUpload(deps.database, upload))
  }
  if (isNew) await storage.remove(upload.fichierTemporaire)
  return moved
}

/**
 * Whether the storage has the file of a media, in its length. A photo whose file was lost is taken again when its
 * author sends it again.
 */
export async function hasFile(
  { storage }: Pick<UploadDeps, 'storage'>,
  { fichier, taille }: Pick<MediaRow, 'fichier' | 'taille'>,
): Promise<boolean> {
  return (await storage.size(fichier)) === taille
}

/** The file of an upload, as its row describes it. */
export function receivedFileOf(upload: Pick<UploadRow, 'fichierTemporaire' | 'decalage' | 'reception'>): ReceivedFile {
  return { name: upload.fichierTemporaire, bytes: upload.decalage, reception: upload.reception }
}
