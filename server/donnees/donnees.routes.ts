import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { nowIso, wallTime } from '../clock.ts'
import { isForPage, plainPage } from '../http/plainPage.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { waitLongerForReader } from '../http/slowReaders.ts'
import { clearRefreshCookie, readRefreshCookie } from '../session/refreshCookie.ts'
import { remembersOther } from '../session/session.usecases.ts'
import { zipOf } from '../zip/zip.ts'
import { exportJson, exportZip } from './donnees.usecases.ts'
import { lastExportFile, openLastExport, renewTakenMs } from './lastExport.usecases.ts'
import { eraseOwn, type SuppressionDeps } from './suppression.usecases.ts'

export function registerDonnees(serve: Serve, deps: SuppressionDeps): void {
  const { exports } = deps
  const day = () => wallTime(nowIso(deps.clock), fuseauParDefaut).slice(0, 10)
  const sendFile = async (reply: FastifyReply, { fichier, today = day() }: { fichier: string; today?: string }) => {
    // A restored backup has no exports.
    const size = orThrow(await exports.size(fichier), 'donnees.introuvable')
    const stream = reply.request.method === 'HEAD' ? Readable.from([]) : exports.read(fichier)
    return sendZip(reply, { day: today, size, stream })
  }

  serve(donneesEndpoints.read, async ({ acteur, input, reply }) => {
    void reply.header('Cache-Control', 'no-store')
    const own = { acteur, ...input.headers }
    if (input.query.format === 'json') {
      return reply.type('application/json; charset=utf-8').send(await exportJson(deps, own))
    }
    const zip = zipOf(await exportZip(deps, own))
    waitLongerForReader(reply)
    const stream = Readable.from(zip.read(), { objectMode: false })
    return sendZip(reply, { day: day(), size: zip.size, stream })
  })

  serve(donneesEndpoints.erase, async ({ acteur, input, request, reply }) => {
    const today = day()
    const fichier = await eraseOwn(deps, { acteur, ...input.body })
    const remembered = { cookie: readRefreshCookie(request, deps), utilisateurId: acteur.id }
    if (!(await remembersOther(deps, remembered))) clearRefreshCookie(reply, deps)
    // The browser's HTTP cache may hold pictures of the person.
    void reply.header('Clear-Site-Data', '"cache"')
    // Without a confirmed address, this response is the only copy of the person's photos.
    waitLongerForReader(reply)
    return sendFile(reply, { fichier, today })
  })

  serve(donneesEndpoints.fetchLast, async ({ input, request, reply }) => {
    const isDownload = input.query.fichier === '1' || !isForPage(request)
    if (!isDownload || request.method === 'HEAD') {
      const fichier = await lastExportFile(deps, input.params.token)
      return isDownload ? sendFile(reply, { fichier }) : plainPage(reply, { titre: 'Vos données', corps: question })
    }
    const taken = await openLastExport(deps, input.params.token)
    // The client disconnected before: there will be no close event.
    if (reply.raw.destroyed) {
      await taken.release()
      throw new Problem('donnees.introuvable')
    }
    waitLongerForReader(reply)
    const change = (work: () => Promise<void>) =>
      void work().catch((error: unknown) => request.log.error({ err: error }, 'could not change the export link'))
    const renewing = setInterval(() => change(taken.renew), renewTakenMs).unref()
    // A lost connection and a store that is away do not use the link up.
    let isFetched = false
    reply.raw.once('finish', () => {
      isFetched = reply.raw.statusCode === 200
    })
    reply.raw.once('close', () => {
      clearInterval(renewing)
      change(isFetched ? taken.use : taken.release)
    })
    return sendFile(reply, taken)
  })
}

/** The download needs a press: filters of mailboxes open links, and the link ends when the file is sent. */
const question = `<p>${typographie(
  'Ce fichier contient vos photos, vos vidéos et vos informations. Le lien sert une fois : gardez le fichier.',
)}</p>
<form><button name="fichier" value="1">Télécharger mes données</button></form>`

function sendZip(
  reply: FastifyReply,
  { day, size, stream }: { day: string; size: number; stream: Readable },
): FastifyReply {
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="eclats-mes-donnees-${day}.zip"`,
      'Content-Length': size,
      'Content-Type': 'application/zip',
      // What a proxy has stored counts as received, and ends the link.
      'X-Accel-Buffering': 'no',
    })
    .send(stream)
}
