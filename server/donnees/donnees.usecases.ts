import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { Parts } from '../parts.ts'
import type { Storage } from '../storage/storage.ts'
import { countAttempt } from '../tentative/tentative.ts'
import type { ZipEntry } from '../zip/zip.ts'
import { archiveOf, jsonOf } from './archive.ts'
import { collectDonnees } from './donnees.ts'

export type DonneesDeps = Pick<Parts, 'database' | 'clock'> & { readonly storage: Storage }

const perDay = { limit: 3, windowMs: 86_400_000 }

/**
 * A person's data as JSON text.
 * @throws Problem requete.trop_de_tentatives after three exports in a day
 */
export async function exportJson(deps: DonneesDeps, acteur: ActeurConnecte): Promise<string> {
  await beginExport(deps, acteur, 'json')
  return jsonOf(await collectDonnees(deps.database, acteur.id), nowIso(deps.clock))
}

/**
 * A person's data and originals, as the entries of a ZIP.
 * @throws Problem requete.trop_de_tentatives after three exports in a day
 */
export async function exportZip(deps: DonneesDeps, acteur: ActeurConnecte): Promise<ZipEntry[]> {
  await beginExport(deps, acteur, 'zip')
  const donnees = await collectDonnees(deps.database, acteur.id)
  return archiveOf(deps, { id: acteur.id, donnees, now: nowIso(deps.clock) })
}

async function beginExport(
  { database, clock }: DonneesDeps,
  { id }: ActeurConnecte,
  format: 'json' | 'zip',
): Promise<void> {
  await countAttempt({ database, clock }, { cle: `export:${id}`, ...perDay })
  const entry = { acteurId: id, action: 'donnees/exportees', objet: `utilisateur:${id}`, detail: { format } }
  await database.transaction().execute((transaction) => writeAudit(transaction, clock, entry))
}
