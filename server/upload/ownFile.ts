import { randomUUID } from 'node:crypto'
import type { UploadRow } from '../database/tables/medias.ts'
import type { FileName, Storage } from '../storage/storage.ts'
import { findAlive, offsetProblem } from './overtaken.ts'
import { advanceUpload } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** A name for a file that this process receives; it ends in the node id, so that no other process writes to it. */
export function ownFileName({ nodeId }: Pick<UploadDeps, 'nodeId'>): FileName {
  return nodeId === '' ? randomUUID() : `${randomUUID()}.${nodeId}`
}

/**
 * Makes the file of an upload one that this process alone writes. The process before may still be writing, to a
 * request that its phone gave up on: the acknowledged bytes are copied, and what comes late goes where nobody reads.
 * @throws Problem upload.decalage (with Upload-Offset) when somebody else went on with the upload meanwhile, and as
 * {@link findAlive}
 */
export async function takeOver(deps: UploadDeps, upload: UploadRow): Promise<UploadRow> {
  const { storage, nodeId } = deps
  if (nodeId === '' || upload.fichierTemporaire.endsWith(`.${nodeId}`)) return upload
  const fichierTemporaire = ownFileName(deps)
  await copyReceived(storage, upload, fichierTemporaire)
  const mine = await advanceUpload(deps.database, upload, { fichierTemporaire })
  if (!mine) {
    await storage.remove(fichierTemporaire)
    throw offsetProblem(await findAlive(deps.database, upload))
  }
  await storage.remove(upload.fichierTemporaire)
  return mine
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
