import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { dayMs } from '#domain/contract/durations.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { Problem } from '../http/problem.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import type { CommitReceipt } from './commit.repository.ts'

/** Days until the sweeper removes an untouched upload. */
export const uploadLifeDays = 7

export const tusVersion = '1.0.0'

/** Headers of the OPTIONS response (tus 1.0, "OPTIONS"). */
export const tusOptions = {
  'Tus-Version': tusVersion,
  'Tus-Extension': 'creation,creation-with-upload,termination,expiration',
  'Tus-Max-Size': String(uploadMaxBytes),
}

/** Content type of an upload body (tus 1.0, "PATCH"). */
export const offsetType = 'application/offset+octet-stream'

const foreignBodies = new WeakSet<FastifyRequest>()

/**
 * Keeps Fastify from parsing a body of another content type. {@link assertTusVersion} refuses it after the access
 * check. A creation may have no body.
 */
export const takeAnyBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const type = request.headers['content-type']
  const isForeign = type === undefined ? request.method === 'PATCH' : type.toLowerCase() !== offsetType
  if (isForeign) foreignBodies.add(request)
  if (isForeign && type !== undefined) request.headers['content-type'] = offsetType
  done(null, payload)
}

/**
 * Checks the tus version of a request (all but OPTIONS) and its content type ("PATCH").
 * @throws Problem upload.version_tus, requete.type
 */
export function assertTusVersion(request: FastifyRequest): void {
  if (request.headers['tus-resumable'] !== tusVersion) {
    throw new Problem('upload.version_tus', { headers: { 'Tus-Version': tusVersion } })
  }
  if (foreignBodies.has(request)) throw new Problem('requete.type')
}

/**
 * Reads a header with a number of bytes.
 * @throws Problem upload.entetes when it is missing or malformed
 */
export function bytesHeader(request: FastifyRequest, name: string): number {
  const text = request.headers[name]
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw new Problem('upload.entetes')
  return Number(text)
}

/** Content-Length in bytes; undefined when absent. */
export function contentLength(request: FastifyRequest): number | undefined {
  return request.headers['content-length'] === undefined ? undefined : bytesHeader(request, 'content-length')
}

/** Sets the offset, and the expiry date of an unfinished upload. */
export function describeUpload(reply: FastifyReply, upload: Pick<UploadRow, 'etat' | 'decalage' | 'toucheLe'>): void {
  const expires = new Date(Date.parse(upload.toucheLe) + uploadLifeDays * dayMs)
  void reply.header('Upload-Offset', String(upload.decalage))
  if (upload.etat !== 'FAIT') void reply.header('Upload-Expires', expires.toUTCString())
}

/** Sets the receipt. The client compares it before it deletes its own copy. */
export function describeReceipt(reply: FastifyReply, { mediaId, sha256, isTwin }: CommitReceipt): void {
  void reply.header('X-Media-Id', String(mediaId)).header('X-Content-Sha256', sha256)
  if (isTwin) void reply.header('X-Duplicate', '1')
}
