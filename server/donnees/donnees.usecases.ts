import { dayMs } from '#domain/contract/durations.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import { orThrow } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import type { Storage } from '../storage/storage.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { lockProven, assertProof } from '../utilisateur/proof.ts'
import { findLivingUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { ZipEntry } from '../zip/zipEntry.ts'
import { archiveOf, jsonOf } from './archive.ts'
import { collectDonnees } from './donnees.ts'

/** The caller of an export, and the repeated password, if any. */
export interface OwnDonnees {
  readonly acteur: ActeurEnSession
  readonly motDePasseActuel?: string | undefined
}

export interface DonneesDeps extends DatabaseDeps {
  readonly storage: Storage
}

const perDay = { limit: 3, windowMs: dayMs }

/**
 * A person's data as JSON text, after a proof: the password or a recent login.
 * @throws Problem as assertProof; requete.trop_de_tentatives after three exports in a day
 */
export async function exportJson(deps: DonneesDeps, own: OwnDonnees): Promise<string> {
  await beginExport(deps, own, 'json')
  return jsonOf(await collectDonnees(deps.database, own.acteur.id), nowIso(deps.clock))
}

/**
 * A person's data and originals as ZIP entries, after a proof: the password or a recent login.
 * @throws Problem as assertProof; requete.trop_de_tentatives after three exports in a day
 */
export async function exportZip(deps: DonneesDeps, own: OwnDonnees): Promise<ZipEntry[]> {
  await beginExport(deps, own, 'zip')
  const { id } = own.acteur
  return archiveOf(deps, { id, donnees: await collectDonnees(deps.database, id), now: nowIso(deps.clock) })
}

async function beginExport(
  { database, clock }: DonneesDeps,
  { acteur, motDePasseActuel }: OwnDonnees,
  format: 'json' | 'zip',
): Promise<void> {
  const { id } = acteur
  const before = orThrow(await findLivingUtilisateur(database, id), 'session.expiree')
  await assertProof({ database, clock }, { acteur, before, motDePasseActuel })
  await countAttempt({ database, clock }, { cle: `export:${id}`, ...perDay })
  const entry = { acteurId: id, action: 'donnees/exportees', objet: `utilisateur:${id}`, detail: { format } } as const
  await database.transaction().execute(async (transaction) => {
    await lockProven({ database: transaction, clock }, { acteur, before })
    await writeAudit(transaction, clock, entry)
  })
}
