import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rendering } from '#domain/contract/publicPages.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { codings, codingFor } from './compression.ts'

interface RenderedPage {
  /** The HTML inside #root. */
  readonly body: string
}

/** The part of the build that renders pages of the app to HTML (src/prerender.tsx). */
export interface Rendering {
  /** Folder of the build. */
  readonly dist: string
  /** Folder of the renderer and its templates. */
  readonly folder: string
  readonly renderer: {
    renderPage(path: string): Promise<RenderedPage>
    renderLien(code: string, lien: LienPublic): Promise<RenderedPage>
  }
}

/**
 * Loads the renderer of the build.
 * @param dist folder of the build, or null
 * @returns null without a build, or when it has no renderer: the app is then served for every page
 */
export async function openRendering(dist: string | null): Promise<Rendering | null> {
  const folder = dist === null ? '' : join(dist, rendering.folder)
  const file = join(folder, rendering.renderer)
  if (dist === null || !existsSync(file)) return null
  return { dist, folder, renderer: (await import(pathToFileURL(file).href)) as Rendering['renderer'] }
}

/** Sends a page that was rendered for this request. No shared cache may keep it: it shows a link that may be revoked. */
export async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const coding = codingFor(request.headers['accept-encoding'])
  void reply.headers({ 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' }).type('text/html; charset=utf-8')
  if (!coding) return reply.send(html)
  return reply.header('Content-Encoding', coding).send(await codings[coding](Buffer.from(html)))
}
