import { crc32 } from '@node-rs/crc32'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'
import { cutFileName } from '../cutFileName.ts'
import type { Database } from '../database/database.ts'
import type { ByteRange } from '../http/byteRange.ts'
import type { Storage } from '../storage/storage.ts'
import { wholeAmong } from '../storage/wholeAmong.ts'
import type { ZipEntry } from '../zip/zipEntry.ts'
import type { Donnees } from './donnees.ts'
import { findOriginaux, type Original } from './donneesMedias.ts'

interface ArchiveContent {
  readonly id: number
  readonly donnees: Donnees
  /** Creation time, ISO 8601 UTC. */
  readonly now: string
}

/** The entries of a person's ZIP: `donnees.json` and the unblanked originals. */
export async function archiveOf(
  { database, storage }: { database: Database; storage: Storage },
  { id, donnees, now }: ArchiveContent,
): Promise<ZipEntry[]> {
  const all = await findOriginaux(database, id)
  const originaux = await wholeAmong(storage, all)
  const present = new Set(originaux)
  const originauxAbsents = all.filter((original) => !present.has(original)).map((original) => original.id)
  const originals = originaux.map((original) => ({ mediaId: original.id, nom: nameOf(original) }))
  const text = Buffer.from(jsonOf({ ...donnees, originaux: originals, originauxAbsents }, now))
  return [
    {
      name: 'donnees.json',
      size: text.length,
      crc32: crc32(text),
      modifiedAt: now,
      fuseau: fuseauParDefaut,
      open: ({ start, end }) => [text.subarray(start, end + 1)],
    },
    ...originaux.map((original) => ({
      name: nameOf(original),
      size: original.taille,
      crc32: original.crc32,
      modifiedAt: original.dateDepot,
      fuseau: original.fuseau,
      open: (part: ByteRange) => storage.read(original.fichier, part),
    })),
  ]
}

/** The content of `donnees.json`. @param now time of the export, ISO 8601 UTC */
export function jsonOf(donnees: object, now: string): string {
  return JSON.stringify({ ...donnees, exporteLe: now }, null, 2)
}

/** The original name after the id, which makes it unique. Characters that file systems reject are replaced. */
function nameOf({ id, nomOriginal }: Original): string {
  return `medias/${id}-${cutFileName(nomOriginal.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_'), 200)}`
}
