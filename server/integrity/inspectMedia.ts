import { existsSync } from 'node:fs'
import { thumbnailSide } from '#domain/media/variante.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { needsFile } from '../media/media.repository.ts'
import { crcOfPatched, type Patch } from '../upload/blanking/patch.ts'
import { RunningHash } from '../upload/uploadHash.ts'
import type { Finding } from './finding.ts'
import type { IntegrityDeps } from './inspect.ts'

/** What is wrong with one media's file, one thing at most, and with its previews. */
export async function* inspectMedia(deps: IntegrityDeps, media: MediaRow): AsyncGenerator<Finding> {
  const damage = await damageOf(deps, media)
  if (damage) {
    // Its author may have deleted it while its file was read.
    if (await stillLives(deps, media)) yield damage
    return
  }
  const path = deps.storage.variantPath(media.fichier, `${thumbnailSide}.webp`)
  if (media.variantesEtat === 'FAITES' && !existsSync(path)) yield { kind: 'variants', media }
}

async function damageOf({ storage }: IntegrityDeps, media: MediaRow): Promise<Finding | null> {
  const size = await storage.size(media.fichier)
  if (size === null) return { kind: 'missing', media }
  if (size !== media.taille) return { kind: 'size', media, size }
  const hash = new RunningHash()
  for await (const piece of storage.read(media.fichier)) hash.update(piece as Buffer)
  const { sha256, crc32 } = hash.digest()
  if (sha256 !== media.sha256) return { kind: 'sha256', media }
  const patches = JSON.parse(media.plagesMasquees) as Patch[] | null
  const crc32Masque = patches?.length ? await crcOfPatched(storage.read(media.fichier), patches) : crc32
  if (crc32 === media.crc32 && crc32Masque === media.crc32Masque) return null
  return { kind: 'crc', media, crc32, crc32Masque }
}

async function stillLives({ database }: IntegrityDeps, media: MediaRow): Promise<boolean> {
  const row = await database
    .selectFrom('media')
    .select('id')
    .where('id', '=', media.id)
    .where(needsFile)
    .executeTakeFirst()
  return row !== undefined
}
