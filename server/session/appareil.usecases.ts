import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { AppareilConnecte } from '#domain/utilisateur/appareil.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { ActeurEnSession } from './acteur.ts'
import { appareilIdOf, findAppareils } from './appareil.repository.ts'
import { closeCles } from './cleInvite.repository.ts'
import { endSessionsOf } from './endSessionsOf.ts'
import { lockLiveSession } from './liveSession.ts'
import { findSession } from './session.repository.ts'
import { endAppareil } from './session.usecases.ts'

/** Devices on which the caller is signed in, the last used first. */
export async function listAppareils(
  { database, clock }: DatabaseDeps,
  acteur: ActeurEnSession,
): Promise<AppareilConnecte[]> {
  const session = orThrow(await findSession(database, acteur.credential.jti), 'session.expiree')
  const actuel = appareilIdOf(session)
  const rows = await findAppareils(database, { utilisateurId: acteur.id, now: nowIso(clock) })
  return rows.map(({ id, nom, connecteLe, utiliseLe }) => ({
    id,
    nom: nom === '' ? 'Appareil inconnu' : nom,
    dateConnexion: connecteLe,
    derniereActivite: utiliseLe,
    estActuel: id === actuel,
  }))
}

/**
 * Signs out a device of the person.
 * @throws Problem appareil.introuvable for another person's device, and for one that is already signed out
 */
export async function signOutAppareil(deps: DatabaseDeps, acteur: ActeurEnSession, id: string): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    await lockLiveSession({ ...deps, database }, acteur)
    const own = await findAppareils(database, { utilisateurId: acteur.id, now })
    if (!own.some((appareil) => appareil.id === id)) throw new Problem('appareil.introuvable')
    await endAppareil(database, id, now)
    await closeCles(database, acteur.id, now)
    await writeEnd({ ...deps, database }, acteur, 1)
  })
}

/** Signs out every device of a person except the current one. */
export async function signOutOtherAppareils(deps: DatabaseDeps, acteur: ActeurEnSession): Promise<void> {
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    await lockLiveSession({ ...deps, database }, acteur)
    const { length } = await findAppareils(database, { utilisateurId: acteur.id, now })
    await endSessionsOf(database, { utilisateurId: acteur.id, except: acteur.credential.jti }, now)
    if (length > 1) await writeEnd({ ...deps, database }, acteur, length - 1)
  })
}

async function writeEnd({ database, clock }: DatabaseDeps, { id }: ActeurEnSession, nombre: number): Promise<void> {
  const entry = { acteurId: id, action: 'session/appareils-deconnectes', objet: `utilisateur:${id}` } as const
  await writeAudit(database, clock, { ...entry, detail: { nombre } })
}
