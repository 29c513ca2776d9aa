import type { FastifyReply, FastifyRequest } from 'fastify'
import { nomDeFichier } from '#domain/album/album.ts'
import { albumEndpoints } from '#domain/album/album.endpoints.ts'
import { wallTime } from '../clock.ts'
import { beginRanged } from '../http/byteRange.ts'
import { DownloadSlots } from '../http/downloadSlots.ts'
import { sendPieces } from '../http/pieces.ts'
import type { Serve } from '../http/serve.ts'
import { type AlbumDeps, createLien, offresOf } from './album.usecases.ts'
import { findUsableLien, recordSentRange, noteTaken, openAlbum, type OpenAlbum } from './albumPassage.ts'

const maxPerPerson = 4

export function registerAlbums(serve: Serve, deps: AlbumDeps): void {
  const slots = new DownloadSlots({ clock: deps.clock, maxPerPerson, code: 'album.occupe' })
  serve(albumEndpoints.offres, ({ acteur, resource }) => offresOf(deps, { acteur, evenement: resource }))
  serve(albumEndpoints.lien, ({ acteur, resource, input }) =>
    createLien(deps, { acteur, evenement: resource }, input.body),
  )
  serve(albumEndpoints.recus, async ({ acteur, resource, input }) => {
    await noteTaken(deps, { acteur, evenement: resource }, input.body)
    return { message: "C'est noté." }
  })
  serve(albumEndpoints.telecharger, async ({ input, request, reply }) => {
    const lien = await findUsableLien(deps, input.params.jeton)
    // Before the album is opened, which is the costly part.
    slots.take(lien.acteur, request, reply)
    return sendAlbum(deps, await openAlbum(deps, lien), { request, reply })
  })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function sendAlbum(deps: AlbumDeps, album: OpenAlbum, { request, reply }: Exchange): Promise<FastifyReply> {
  const { zip, evenement, lien } = album
  void reply.headers({
    'Cache-Control': 'private, no-store',
    'Content-Disposition': dispositionOf(`${evenement.titre} ${wallTime(lien.creeLe, evenement.fuseau).slice(0, 10)}`),
  })
  const tag = `"${zip.hash}"`
  const part = beginRanged(request, reply, { size: zip.size, mime: 'application/zip', tag })
  if (part === 'answered') return reply
  const sent = { start: part?.start ?? 0, bytes: 0, isWhole: false }
  reply.raw.once('finish', () => {
    sent.isWhole = true
  })
  reply.raw.once('close', () => {
    recordSentRange(deps, album, sent).catch((error: unknown) =>
      request.log.error({ err: error }, 'could not record the album download'),
    )
  })
  const count = (bytes: number) => {
    sent.bytes += bytes
  }
  await sendPieces(reply, zip.read(part), count).catch((error: unknown) => {
    request.log.info({ err: error }, 'album download not completed')
  })
  return reply
}

/** The event's title as a file name (RFC 6266), with an ASCII fallback for old clients. */
function dispositionOf(title: string): string {
  const name = `${nomDeFichier(title)}.zip`
  const plain = name.normalize('NFD').replaceAll(/[^\x20-\x7E]/g, '')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.codePointAt(0)?.toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
