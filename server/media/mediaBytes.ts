import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { snapSide, thumbnailSide, type variantes } from '#domain/media/variante.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { type Patch, patchStream } from '../upload/blanking/patch.ts'
import { parseRange } from './byteRange.ts'
import type { MediaAvecAuteur } from './media.repository.ts'
import { neutralName } from './mediaView.ts'
import { makeVariant, type VariantDeps } from './variantJobs.ts'

export interface BytesAsked {
  readonly media: MediaAvecAuteur
  /** The author alone gets the file with its location. */
  readonly seesAll: boolean
  readonly type: (typeof variantes)[number]
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Body {
  readonly size: number
  readonly mime: string
  readonly tag: string
  readonly name: string
  read(range?: { start: number; end: number }): Readable
}

/**
 * Sends a media's bytes: always our own type, never sniffed, never run, whatever the file pretends to be.
 * @throws Problem media.variante_absente when there is nothing of that kind to show
 */
export async function sendBytes(deps: VariantDeps, asked: BytesAsked): Promise<FastifyReply> {
  const body = asked.type === 'original' ? await originalOf(deps, asked) : await variantOf(deps, asked)
  const { request, reply } = asked
  void reply.headers({
    'Cache-Control': 'private, max-age=300',
    ETag: body.tag,
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': `${asked.type === 'original' ? 'attachment' : 'inline'}; filename="${body.name}"`,
    'X-Content-Type-Options': 'nosniff',
  })
  if (request.headers['if-none-match'] === body.tag) return reply.code(304).send()
  const range = parseRange(request.headers.range, body.size)
  void reply.type(body.mime)
  if (range === 'unsatisfiable') return reply.code(416).header('Content-Range', `bytes */${body.size}`).send()
  if (!range) return reply.header('Content-Length', body.size).send(body.read())
  void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${body.size}`)
  return reply.header('Content-Length', range.end - range.start + 1).send(body.read(range))
}

async function originalOf({ storage }: VariantDeps, { media, seesAll }: BytesAsked): Promise<Body> {
  const patches = JSON.parse(media.plagesMasquees) as Patch[] | null
  const size = await storage.size(media.fichier)
  if (size === null || (patches === null && !seesAll)) throw new Problem('media.variante_absente')
  const isBlanked = !seesAll && patches !== null && patches.length > 0
  return {
    size,
    mime: media.mime,
    tag: `"${media.id}-${seesAll ? 'entier' : 'masque'}-${isBlanked ? media.crc32Masque : media.crc32}"`,
    name: neutralName(media),
    read(range) {
      const file = storage.read(media.fichier, range)
      return isBlanked ? file.pipe(patchStream(range?.start ?? 0, patches)) : file
    },
  }
}

async function variantOf(deps: VariantDeps, { media, type, width, height }: BytesAsked): Promise<Body> {
  const wanted = Math.max(width ?? 0, height ?? 0) || undefined
  const side = type === 'thumbnail' ? thumbnailSide : snapSide(wanted)
  const path = orThrow(await makeVariant(deps, media, side), 'media.variante_absente')
  return {
    size: (await stat(path)).size,
    mime: 'image/webp',
    tag: `"${media.id}-${side}"`,
    name: `${neutralName(media).replace(/\.\w+$/, '')}-${side}.webp`,
    read: (range) => createReadStream(path, range),
  }
}
