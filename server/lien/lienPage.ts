import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { fileOfPage, lienPage } from '#domain/contract/publicPages.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { escaped } from '../http/htmlText.ts'
import { allowStyle, styleHash } from '../http/pages.ts'
import { Problem } from '../http/problem.ts'
import { type Rendering, sendHtml } from '../http/rendering.ts'
import { type LienDeps, readLien } from './lien.usecases.ts'

const longCode = /^[\w-]{22}$/

/**
 * Serves the page of an event link with its content, readable before any script runs (product 11). It shows the answer
 * of `GET /liens/:code`, which everyone with the link may read. For a short code it serves the app, which sends that
 * request itself: each wrong code that a person types must count once. It also serves the app for an unknown link and
 * when the page cannot be rendered.
 */
export async function serveLienPage(
  app: FastifyInstance,
  deps: LienDeps,
  { folder, renderer }: Rendering,
): Promise<void> {
  const template = await readFile(join(folder, lienPage.template), 'utf8')
  const hash = styleHash(template)
  app.get<{ Params: { code: string } }>('/e/:code', async (request, reply) => {
    const { code } = request.params
    const lien = longCode.test(code) ? await knownLien(deps, code, request.ip) : undefined
    const failed = (error: unknown) => request.log.error({ err: error }, 'could not render the page')
    const body = lien && (await renderer.renderLien(code, lien).catch(failed))
    if (!lien || !body) return reply.sendFile(fileOfPage(request.url))
    allowStyle(reply, hash)
    return sendHtml(request, reply, filled(template, { code, lien, body: body.body }))
  })
}

async function knownLien(deps: LienDeps, code: string, ip: string): Promise<LienPublic | undefined> {
  try {
    return await readLien(deps, { code, ip })
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function filled(template: string, { code, lien, body }: { code: string; lien: LienPublic; body: string }): string {
  // No text can end the data block.
  const data = JSON.stringify({ code, lien }).replaceAll('<', String.raw`\u003c`)
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(lien.evenement.titre)} · Éclats</title>`)
    .replace(
      '<div id="root">',
      (root) => `<script type="application/json" id="${lienPage.dataId}">${data}</script>\n    ${root}${body}`,
    )
}
