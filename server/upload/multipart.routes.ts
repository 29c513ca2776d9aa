import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { readMediaFor } from '../media/media.usecases.ts'
import { assertDepotAllowed, type Depot } from './depot.ts'
import { depositStream } from './depositStream.ts'
import { mapDiskFull } from './fullDisk.ts'
import type { UploadDeps } from './uploadDeps.ts'
import { uploadMetadata } from './uploadMetadata.ts'

/** Length of the form around the file: boundaries, headers of parts, other fields. */
const formMaxBytes = 64 * 1024

/** The specified multipart endpoint: one file in the field `file`, streamed and committed like a resumable upload. */
export async function registerMultipart(app: FastifyInstance, serve: Serve, deps: UploadDeps): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fileSize: uploadMaxBytes + 1, fields: 8, fieldSize: 1024 } })

  serve(uploadEndpoints.multipart, async ({ acteur, resource, request, reply }) => {
    const deposit = await receiveDeposit({ acteur, resource, request }).finally(() => discardBody(request))
    if (deposit.committed.isTwin || deposit.kind === 'known') void reply.header('X-Duplicate', '1')
    return readMediaFor(deps, acteur, deposit.committed.mediaId)
  })

  async function receiveDeposit({ acteur, resource, request }: MultipartDeposit) {
    assertDepotAllowed(resource)
    const file = await fileOf(request)
    const metadata = uploadMetadata({
      clientUploadId: idempotencyKey(request),
      name: file.filename,
      type: file.mimetype,
      takenAt: fieldOf(file.fields['takenAt']),
    })
    const deposit = { acteur, depot: resource, metadata, body: file.file, announced: announcedBy(request) }
    return mapDiskFull(() => depositStream(deps, deposit)).catch((error: unknown) => {
      if (error instanceof Problem || file.file.errored === null) throw error
      // The form ended inside the file.
      throw new Problem('upload.incomplet')
    })
  }
}

interface MultipartDeposit {
  readonly acteur: ActeurConnecte
  readonly resource: Depot
  readonly request: FastifyRequest
}

/**
 * Reads and drops the rest of the body, also after a refusal. The parser stops reading without a consumer, which would
 * block the connection until its timeout.
 */
function discardBody({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

async function fileOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw new Problem('upload.fichier_requis')
  const file = await request.file().catch((error: unknown) => {
    // The parser's own errors have no code: those of the plugin and of the connection have one.
    if (!(error instanceof Error) || 'code' in error) throw error
    throw new Problem('requete.invalide', { values: { raison: "le corps n'est pas lisible" } })
  })
  if (!file || file.fieldname !== 'file') throw new Problem('upload.fichier_requis')
  return file
}

/** Bounds of the file's length, from the request's Content-Length, which a chunked request does not have. */
function announcedBy({ headers }: FastifyRequest): { least: number; most: number } {
  const length = Number(headers['content-length'])
  if (!Number.isSafeInteger(length)) return { least: 1, most: uploadMaxBytes }
  return { least: Math.max(1, length - formMaxBytes), most: Math.min(uploadMaxBytes, length) }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

function fieldOf(field: unknown): string | undefined {
  const value = (field as { value?: unknown } | undefined)?.value
  return typeof value === 'string' ? value : undefined
}
