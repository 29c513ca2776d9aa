import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { nowIso } from '../clock.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { createGrant } from '../grant/grant.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { Call, Serve } from '../http/serve.ts'
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
import { uploadUrl } from './uploadUrl.ts'

type RouteDeps = UploadDeps & SessionDeps

/**
 * Resumable uploads: tus 1.0 with creation, creation-with-upload, termination and expiration. The caller has a grant or
 * a session, and a registration (upload.access.ts); whether a deposit is allowed now is checked here and at the commit.
 */
export function registerUploads(app: FastifyInstance, serve: Serve, deps: RouteDeps): void {
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
  serve(uploadEndpoints.create, (call) => answerCreate(deps, call), { preParsing: takeAnyBody })
  serve(uploadEndpoints.head, (call) => answerHead(deps, call))
  serve(uploadEndpoints.patch, (call) => answerPatch(deps, call), { preParsing: takeAnyBody })
  serve(uploadEndpoints.remove, (call) => answerRemove(deps, call))
  serve(uploadEndpoints.reconcile, ({ acteur, resource, input }) =>
    reconcile(deps, {
      acteur,
      evenementId: resource.evenement.id,
      ids: input.body.ids,
      isCancelling: input.body.annuler === true,
    }),
  )
}

async function answerCreate(deps: RouteDeps, call: Call<typeof uploadEndpoints.create>): Promise<FastifyReply> {
  const { acteur, resource, request, reply } = call
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
  void reply.header('Location', uploadUrl(upload))
  if (creation.kind === 'new' && body)
    return sendAppended(deps, { upload, acteur, depot: resource, offset: 0, body, request, reply }, 201)
  return sendUpload(deps, { upload, reply }, creation.kind === 'new' ? 201 : 200)
}

async function answerHead(deps: RouteDeps, call: Call<typeof uploadEndpoints.head>): Promise<FastifyReply> {
  const { request, reply } = call
  const { upload } = call.resource
  assertTusVersion(request)
  if (upload.etat === 'ANNULE' || upload.etat === 'REFUSE') throw new Problem('upload.introuvable')
  void reply.header('Upload-Length', String(upload.taille)).header('Cache-Control', 'no-store')
  if (upload.metadonnees !== null) void reply.header('Upload-Metadata', upload.metadonnees)
  return sendUpload(deps, { upload, reply }, 200)
}

function answerPatch(deps: RouteDeps, call: Call<typeof uploadEndpoints.patch>): Promise<FastifyReply> {
  const { acteur, request, reply } = call
  assertTusVersion(request)
  const offset = bytesHeader(request, 'upload-offset')
  const body = bodyOf(request) ?? Readable.from([])
  return sendAppended(deps, { ...call.resource, acteur, offset, body, request, reply }, 204)
}

async function answerRemove(deps: RouteDeps, call: Call<typeof uploadEndpoints.remove>): Promise<FastifyReply> {
  assertTusVersion(call.request)
  await cancelUpload(deps, call.acteur, call.resource.upload)
  return call.reply.code(204).send()
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

/** Appends the body of a request and answers with the new offset, and with the receipt of a complete upload. */
async function sendAppended(deps: RouteDeps, input: AppendCall, status: number): Promise<FastifyReply> {
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

/** Answers with the stored state of an upload. */
async function sendUpload(
  deps: RouteDeps,
  { upload, reply }: { upload: UploadRow; reply: FastifyReply },
  status: number,
): Promise<FastifyReply> {
  describeUpload(reply, upload)
  if (upload.etat === 'FAIT') describeReceipt(reply, await receiptOf(deps, upload))
  return reply.code(status).send()
}

function textHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function bodyOf(request: FastifyRequest): Readable | null {
  return request.body instanceof Readable ? request.body : null
}
