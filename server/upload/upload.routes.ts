import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { createGrant } from '../grant/grant.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { Serve } from '../http/serve.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { appendUpload } from './appendUpload.ts'
import { receiptOf } from './commitUpload.ts'
import { createUpload } from './createUpload.ts'
import { assertDepotAllowed, type Depot } from './depot.ts'
import { cancelUpload } from './endUpload.ts'
import { mapDiskFull } from './fullDisk.ts'
import { Problem } from '../http/problem.ts'
import { reconcile } from './reconcile.ts'
import {
  bytesHeader,
  contentLength,
  assertTusVersion,
  describeReceipt,
  describeUpload,
  offsetType,
  takeAnyBody,
  tusOptions,
  tusVersion,
} from './tus.ts'
import type { UploadDeps } from './uploadDeps.ts'
import { parseUploadMetadata } from './uploadMetadata.ts'

/**
 * Resumable uploads: tus 1.0 with creation, creation-with-upload, termination and expiration. The caller has a grant or
 * a session, and a registration (upload.access.ts); whether a deposit is allowed now is checked here and at the commit.
 */
export function registerUploads(app: FastifyInstance, serve: Serve, deps: UploadDeps & SessionDeps): void {
  // Pass the stream on unparsed. The announced length limits it while it is read.
  app.addContentTypeParser(offsetType, (_request, payload, done) => done(null, payload))

  // A captive portal's answer lacks this header. It shows the client that an answer, also a refusal, is from this
  // server.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.includes('/medias/upload')) void reply.header('Tus-Resumable', tusVersion)
    done()
  })

  serve(uploadEndpoints.grant, ({ acteur, resource }) =>
    createGrant(deps, { acteur, evenementId: resource.evenement.id, portee: 'upload' }),
  )

  serve(uploadEndpoints.options, ({ reply }) => reply.headers(tusOptions).code(204).send())

  serve(
    uploadEndpoints.create,
    async ({ acteur, resource, request, reply }) => {
      assertTusVersion(request)
      const metadata = parseUploadMetadata(textHeader(request, 'upload-metadata'))
      const taille = bytesHeader(request, 'upload-length')
      const body = bodyOf(request)
      const wanted = { acteur, depot: resource, taille, metadata, hasBody: body !== null }
      const creation = await mapDiskFull(() => createUpload(deps, wanted))
      if (creation.kind === 'twin') {
        describeReceipt(reply, { ...creation, isTwin: true })
        return reply.header('Upload-Offset', String(taille)).code(200).send()
      }
      const { upload } = creation
      void reply.header(
        'Location',
        `/api/frontend/participant/evenements/${upload.evenementId}/medias/uploads/${upload.id}`,
      )
      if (creation.kind === 'new' && body)
        return append({ upload, acteur, depot: resource, offset: 0, body, request, reply }, 201)
      return describeKnown(reply, upload, creation.kind === 'new' ? 201 : 200)
    },
    { preParsing: takeAnyBody },
  )

  serve(uploadEndpoints.head, async ({ resource, request, reply }) => {
    assertTusVersion(request)
    if (resource.upload.etat === 'ANNULE' || resource.upload.etat === 'REFUSE') throw new Problem('upload.introuvable')
    void reply.header('Upload-Length', String(resource.upload.taille)).header('Cache-Control', 'no-store')
    if (resource.upload.metadonnees !== null) void reply.header('Upload-Metadata', resource.upload.metadonnees)
    return describeKnown(reply, resource.upload, 200)
  })

  serve(
    uploadEndpoints.patch,
    ({ acteur, resource: { upload, depot }, request, reply }) => {
      assertTusVersion(request)
      const offset = bytesHeader(request, 'upload-offset')
      const body = bodyOf(request) ?? Readable.from([])
      return append({ upload, acteur, depot, offset, body, request, reply }, 204)
    },
    { preParsing: takeAnyBody },
  )

  serve(uploadEndpoints.remove, async ({ acteur, resource, request, reply }) => {
    assertTusVersion(request)
    await cancelUpload(deps, acteur, resource.upload)
    return reply.code(204).send()
  })

  serve(uploadEndpoints.reconcile, ({ acteur, resource, input }) =>
    reconcile(deps, { acteur, evenementId: resource.evenement.id, ids: input.body.ids }),
  )

  async function append(input: AppendCall, status: number): Promise<FastifyReply> {
    const { upload, acteur, depot, offset, body, request, reply } = input
    if (offset === 0) assertDepotAllowed(depot)
    const length = contentLength(request)
    const appended = await mapDiskFull(() =>
      appendUpload(deps, { upload, credential: acteur.credential, offset, body, length }),
    )
    const etat = appended.committed ? 'FAIT' : upload.etat
    describeUpload(reply, { ...upload, etat, decalage: appended.offset, toucheLe: nowIso(deps.clock) })
    if (appended.committed) describeReceipt(reply, appended.committed)
    return reply.code(status).send()
  }

  async function describeKnown(reply: FastifyReply, upload: UploadRow, status: number) {
    describeUpload(reply, upload)
    if (upload.etat === 'FAIT') describeReceipt(reply, await receiptOf(deps, upload))
    return reply.code(status).send()
  }
}

interface AppendCall {
  readonly upload: UploadRow
  readonly acteur: ActeurConnecte
  readonly depot: Depot
  readonly offset: number
  readonly body: Readable
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function textHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function bodyOf(request: FastifyRequest): Readable | null {
  return request.body instanceof Readable ? request.body : null
}
