import { randomUUID } from 'node:crypto'
import type { UploadRow } from '../database/tables/medias.ts'
import type { FileName, Storage } from '../storage/storage.ts'
import { findAlive, offsetProblem } from './overtaken.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** A name for a file that this process receives. It ends in the node id, so that no other process writes to it. */
export function ownFileName({ nodeId }: Pick<UploadDeps, 'nodeId'>): FileName {
  return nodeId === '' ? randomUUID() : `${randomUUID()}.${nodeId}`
}

/**
 * Moves an upload to a file that only this process writes. The previous process may still be writing for a request
 * that the client abandoned: the acknowledged bytes are copied, and late writes go to the old file.
 * @throws Problem upload.decalage (with Upload-Offset) when another process continued the upload meanwhile, and as
 * {@link findAlive}
 */
export async function takeOver(deps: UploadDeps, upload: UploadRow): Promise<UploadRow> {
  const { storage, nodeId } = deps
  if (nodeId === '' || upload.fichierTemporaire.endsWith(`.${nodeId}`)) return upload
  const fichierTemporaire = ownFileName(deps)
  await copyReceived(storage, upload, fichierTemporaire)
  const moved = await advanceUpload(deps.database, upload, { fichierTemporaire })
  if (!moved) {
    await storage.remove(fichierTemporaire)
    throw offsetProblem(await findAlive(deps.database, upload))
  }
  await storage.remove(upload.fichierTemporaire)
  return moved
}

async function copyReceived(storage: Storage, { fichierTemporaire, decalage }: UploadRow, to: FileName) {
  const file = await storage.openPartial(to)
  try {
    let position = 0
    const range = { start: 0, end: decalage - 1 }
    const pieces = decalage === 0 ? [] : (storage.read(fichierTemporaire, range) as AsyncIterable<Buffer>)
    for await (const piece of pieces) {
      await file.write([piece], position)
      position += piece.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
