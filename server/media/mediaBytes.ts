import { relative } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { snapSide, thumbnailSide, type variantes } from '#domain/media/variante.ts'
import { type RangedBody, sendRanged } from '../http/byteRange.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { DownloadSlots } from '../http/downloadSlots.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { findPatches, type MediaAvecAuteur } from './media.repository.ts'
import { neutralName } from './mediaView.ts'
import { lectureVariants } from './lectureJobs.ts'
import { type OriginalDeps, readOriginal } from './originalBytes.ts'
import type { Storage } from '../storage/storage.ts'
import type { ThumbnailCache } from './thumbnailCache.ts'
import { makeVariant, type VariantDeps, variantName, type VariantRequest } from './variantJobs.ts'

export interface BytesRequest {
  readonly acteur: ActeurConnecte
  readonly media: MediaAvecAuteur
  /** Only the author gets the unblanked file. */
  readonly seesAll: boolean
  readonly type: (typeof variantes)[number]
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** An internal location of nginx that serves a folder; the server names the file in X-Accel-Redirect. */
export interface AccelRedirect {
  /** With a slash at both ends. */
  readonly location: string
  /** DATA_DIR. */
  readonly folder: string
}

export interface BytesDeps extends VariantDeps, OriginalDeps {
  readonly thumbnails: ThumbnailCache
  readonly accel: AccelRedirect | null
  readonly slots: DownloadSlots
}

interface Body extends RangedBody {
  readonly name: string
  /** Read from the storage while the client reads. */
  readonly isStreamed: boolean
}

/**
 * Sends the bytes of a media with our own content type and headers that forbid sniffing and scripts, because the file
 * is untrusted.
 * @throws Problem media.variante_absente when there is no such variant, media.occupe when the person has too many open
 */
export async function sendBytes(deps: BytesDeps, asked: BytesRequest): Promise<FastifyReply> {
  const { request, reply } = asked
  if (asked.type !== 'original' && deps.accel) return redirectToVariant(deps, deps.accel, asked)
  const body = await bodyOf(deps, asked)
  if (body.isStreamed) deps.slots.take(asked.acteur, request, reply)
  void reply.headers({
    // The service worker caches pictures by person and clears them at logout; the browser's HTTP cache does not.
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': `${asked.type === 'original' ? 'attachment' : 'inline'}; filename="${body.name}"`,
  })
  return sendRanged(request, reply, body)
}

function bodyOf(deps: BytesDeps, asked: BytesRequest): Promise<Body> {
  if (asked.type === 'original') return originalOf(deps, asked)
  return isFilm(asked.type) ? filmOf(deps, asked.media, asked.type) : variantOf(deps, asked)
}

/** The variants that only videos have. */
const films = {
  lecture: { variant: lectureVariants.film, mime: 'video/mp4', extension: 'mp4' },
  bande: { variant: lectureVariants.bande, mime: 'image/jpeg', extension: 'jpg' },
} as const

function isFilm(type: BytesRequest['type']): type is keyof typeof films {
  return type in films
}

async function filmOf({ storage }: BytesDeps, media: MediaAvecAuteur, type: keyof typeof films): Promise<Body> {
  const { variant, mime, extension } = films[type]
  if (media.lectureEtat !== 'FAITE') throw new Problem('media.variante_absente')
  const content =
    type === 'bande' ? await smallFilm(storage, media, variant) : await streamedFilm(storage, media, variant)
  return {
    ...content,
    mime,
    // With the size: a film that was made again by another version of ffmpeg has other bytes.
    tag: `"${media.id}-${type}-${content.size}"`,
    name: `${nameWithoutExtension(media)}-${type}.${extension}`,
  }
}

async function smallFilm(storage: Storage, { fichier }: MediaAvecAuteur, variant: string) {
  return bufferBody(orThrow(await storage.readVariant(fichier, variant), 'media.variante_absente'))
}

async function streamedFilm(storage: Storage, { fichier }: MediaAvecAuteur, variant: string) {
  const size = orThrow(await storage.variantSize(fichier, variant), 'media.variante_absente')
  const read: Body['read'] = (range) => storage.streamVariant(fichier, variant, range)
  return { size, isStreamed: true, read }
}

function nameWithoutExtension(media: MediaAvecAuteur): string {
  return neutralName(media).replace(/\.\w+$/, '')
}

async function originalOf(deps: VariantDeps & OriginalDeps, { media, seesAll }: BytesRequest): Promise<Body> {
  const patches = await findPatches(deps.database, media)
  const size = await deps.storage.size(media.fichier)
  if (size === null || (patches === null && !seesAll)) throw new Problem('media.variante_absente')
  const isBlanked = !seesAll && patches !== null && patches.length > 0
  const crc32 = isBlanked ? media.crc32Masque : media.crc32
  const given = { mediaId: media.id, fichier: media.fichier, size, patches: isBlanked ? patches : [], crc32 }
  return {
    size,
    mime: media.mime,
    tag: `"${media.id}-${seesAll ? 'entier' : 'masque'}-${crc32}"`,
    name: neutralName(media),
    isStreamed: true,
    read: (range) => readOriginal(deps, given, range),
  }
}

/** Names the file for nginx, which adds the headers of its location (docs/operations.md). */
async function redirectToVariant(deps: BytesDeps, { location, folder }: AccelRedirect, asked: BytesRequest) {
  const { media, type, reply } = asked
  const film = isFilm(type) ? films[type] : null
  const made = film ? await storedFilm(deps, media, film.variant) : await makeVariant(deps, variantRequestOf(asked))
  const path = deps.storage.variantPath(media.fichier, orThrow(made, 'media.variante_absente'))
  return reply
    .header('X-Accel-Redirect', location + relative(folder, orThrow(path, 'media.variante_absente')))
    .header('Cache-Control', 'private, no-store')
    .type(film?.mime ?? 'image/webp')
    .send()
}

async function storedFilm({ storage }: BytesDeps, media: MediaAvecAuteur, variant: string): Promise<string | null> {
  const isStored = media.lectureEtat === 'FAITE' && (await storage.variantSize(media.fichier, variant)) !== null
  return isStored ? variant : null
}

function variantRequestOf(asked: BytesRequest): VariantRequest {
  return { personId: asked.acteur.id, media: asked.media, side: sideOf(asked) }
}

function sideOf({ type, width, height }: BytesRequest): number {
  return type === 'thumbnail' ? thumbnailSide : snapSide(Math.max(width ?? 0, height ?? 0) || undefined)
}

async function variantOf(deps: BytesDeps, asked: BytesRequest): Promise<Body> {
  const { media } = asked
  const side = sideOf(asked)
  const shown = {
    mime: 'image/webp',
    tag: `"${media.id}-${side}"`,
    name: `${nameWithoutExtension(media)}-${side}.webp`,
  }
  const bytes = orThrow(await readVariant(deps, variantRequestOf(asked)), 'media.variante_absente')
  return { ...shown, ...bufferBody(bytes) }
}

function bufferBody(bytes: Buffer): Pick<Body, 'size' | 'isStreamed' | 'read'> {
  const read: Body['read'] = (part) => (part ? bytes.subarray(part.start, part.end + 1) : bytes)
  return { size: bytes.length, isStreamed: false, read }
}

/** Thumbnails are kept in memory: a gallery requests them by the thousand, and every guest the same ones. */
async function readVariant(deps: BytesDeps, wanted: VariantRequest): Promise<Buffer | null> {
  const { storage, thumbnails } = deps
  const { media, side } = wanted
  const name = variantName(side)
  const key = `${media.fichier}/${name}`
  const kept = thumbnails.get(key)
  if (kept) return kept
  let bytes = await storage.readVariant(media.fichier, name)
  if (!bytes && (await makeVariant(deps, wanted)) !== null) bytes = await storage.readVariant(media.fichier, name)
  if (bytes && side <= thumbnailSide) thumbnails.set(key, bytes)
  return bytes
}
