import { randomUUID } from 'node:crypto'
import { hourMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secrets/secretHash.ts'
import type { ExportStore } from '../storage/exportStore.ts'
import { workEach } from '../workEach.ts'
import {
  changeTakenLink,
  findKeptExports,
  findLastExport,
  findOverExports,
  keepLastExport,
  renameLastExport,
  takeLastExport,
} from './demandeSuppression.repository.ts'

interface LastExportDeps extends DatabaseDeps {
  readonly exports: ExportStore
}

/**
 * Longer than any erasure takes: no row names its export before the end. The date of an S3 object is the beginning of
 * its upload.
 */
const orphanAgeMs = 6 * hourMs

/** A random name, which only one write gets. */
export function newExportName(): string {
  return `${randomUUID()}.zip`
}

/** In ms: a process that was killed during a download leaves the link to the next request after this time. */
const takenMs = 120_000
export const renewTakenMs = 30_000

/** A download that holds the link of a last export. */
interface TakenExport {
  readonly fichier: string
  /** Call it every {@link renewTakenMs}: it keeps the link from other requests. */
  readonly renew: () => Promise<void>
  /** Ends the link: all bytes are sent. */
  readonly use: () => Promise<void>
  /** Makes the link valid again: the download has failed. */
  readonly release: () => Promise<void>
}

/**
 * Opens the last export of a mailed link, for one request at a time. The link stays valid until the export is sent: it
 * is the last copy of the person's photos.
 * @throws Problem donnees.introuvable; donnees.telechargement_en_cours
 */
export async function openLastExport(deps: LastExportDeps, secret: string): Promise<TakenExport> {
  const { database, clock } = deps
  const prisJusque = () => isoFromNow(clock, takenMs)
  const link = { lienHash: secretHash(secret), now: nowIso(clock), prisJusque: prisJusque() }
  const taken = await takeLastExport(database, link)
  if (taken === null) {
    await lastExportFile(deps, secret)
    // The other download has failed since.
    throw new Problem('donnees.telechargement_en_cours')
  }
  const { id, fichier } = taken
  return {
    fichier,
    renew: () => changeTakenLink(database, id, { lienPrisJusque: prisJusque() }),
    use: () => changeTakenLink(database, id, { lienHash: null }),
    release: () => changeTakenLink(database, id, { lienPrisJusque: null }),
  }
}

/**
 * The file of the last export, without using its link up: for the HEAD of a mail client.
 * @throws Problem donnees.introuvable; donnees.telechargement_en_cours
 */
export async function lastExportFile({ database, clock }: LastExportDeps, secret: string): Promise<string> {
  const link = { lienHash: secretHash(secret), now: nowIso(clock) }
  const { fichier, isTaken } = orThrow(await findLastExport(database, link), 'donnees.introuvable')
  if (isTaken) throw new Problem('donnees.telechargement_en_cours')
  return fichier
}

/**
 * Deletes expired exports with their mail, and files whose erasure was not completed: after a crash in between, the
 * account still exists.
 */
export async function forgetLastExports({ database, clock, exports }: LastExportDeps): Promise<void> {
  await workEach([forgetOver, removeOrphans], (step) => step({ database, clock, exports }))
}

async function forgetOver({ database, clock, exports }: LastExportDeps): Promise<void> {
  await workEach(await findOverExports(database, nowIso(clock)), async ({ id, fichierExport, courrielId }) => {
    if (fichierExport !== null) await exports.remove(fichierExport)
    await database.transaction().execute(async (transaction) => {
      const gone = { fichierExport: null, lienHash: null, lienExpire: null, courrielId: null }
      await keepLastExport(transaction, id, gone)
      if (courrielId !== null) await transaction.deleteFrom('courriel').where('id', '=', courrielId).execute()
    })
  })
}

/**
 * Moves the exports that an earlier version kept in the data folder into the bucket. Each gets a new name: nodes that
 * share the folder may move the same file at the same time, and the row says which copy stays.
 */
export async function moveLocalExports(deps: LastExportDeps, local: ExportStore): Promise<void> {
  const { database, exports } = deps
  const kept = await findKeptExports(database)
  const names = (await local.list()).map(({ name }) => name)
  await workEach(
    names.filter((name) => kept.has(name)),
    async (name) => {
      const size = await local.size(name)
      if (size === null) return
      const fresh = newExportName()
      await exports.write(fresh, { size, read: () => local.read(name) })
      const isNamed = await renameLastExport(database, { from: name, to: fresh })
      await (isNamed ? local.remove(name) : exports.remove(fresh))
    },
  )
  await removeOrphans({ ...deps, exports: local })
}

/** Removes files that no row names, of erasures that were not completed. */
async function removeOrphans({ database, clock, exports }: LastExportDeps): Promise<void> {
  const young = clock.now().getTime() - orphanAgeMs
  const old = (await exports.list()).filter(({ changedAt }) => changedAt.getTime() <= young)
  if (old.length === 0) return
  const kept = await findKeptExports(database)
  for (const { name } of old) if (!kept.has(name)) await exports.remove(name)
}
