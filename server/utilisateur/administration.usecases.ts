import type { InferOutput } from 'valibot'
import type { utilisateurUpdateSchema } from '#domain/utilisateur/profil.ts'
import { normalizeEmail, type Role, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pagesById } from '../database/pagesById.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { countEvenementsActifs } from '../evenement/evenement.repository.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { newSecret } from '../secrets/secrets.ts'
import { countActiveAdministrateurs, lockAdministrateurs } from './administrateur.repository.ts'
import { mailAdministered, mailEmailReplaced } from './compteLettre.ts'
import { mailConfirmation } from './confirmation.usecases.ts'
import { eraseUtilisateur } from './effacement.ts'
import { hashPassword } from './passwordHash.ts'
import {
  findLivingUtilisateur,
  findUtilisateurByEmail,
  findUtilisateurs,
  lockUtilisateur,
  updateUtilisateur,
} from './utilisateur.repository.ts'
import { utilisateurView } from './utilisateurView.ts'

export interface AdministrationDeps extends DatabaseDeps {
  readonly publicUrl: string
}
type UtilisateurInput = InferOutput<typeof utilisateurUpdateSchema>

/** All accounts, or those of one role, newest first. They are read in pages. */
export async function listUtilisateurs(
  { database }: Pick<AdministrationDeps, 'database'>,
  role: Role | null = null,
): Promise<Utilisateur[]> {
  const found: Utilisateur[] = []
  for await (const rows of pagesById((after, limit) => findUtilisateurs(database, { role, after, limit })))
    found.push(...rows.map(utilisateurView))
  return found.toSorted(newestFirst)
}

function newestFirst(a: Utilisateur, b: Utilisateur): number {
  if (a.dateCreation === b.dateCreation) return b.id - a.id
  return a.dateCreation < b.dateCreation ? 1 : -1
}

/** One account. @throws Problem utilisateur.introuvable, also for an erased one */
export async function readUtilisateur(
  { database }: Pick<AdministrationDeps, 'database'>,
  id: number,
): Promise<Utilisateur> {
  return utilisateurView(orThrow(await findLivingUtilisateur(database, id), 'utilisateur.introuvable'))
}

interface Change {
  readonly acteur: ActeurEnSession
  readonly id: number
  readonly input: UtilisateurInput
}

/**
 * Changes an account. Another role, another address or a deactivation ends its sessions. A new address is unconfirmed,
 * and both addresses are notified. Administrators change their own address in the profile, which asks for the password:
 * a new password by mail to another address would also remove their second step.
 * @throws Problem utilisateur.soi_meme for one's own role or address, utilisateur.dernier_administrateur, utilisateur.email_pris,
 * utilisateur.adresse_non_confirmee for a new administrator without a confirmed address, utilisateur.invite for the
 * address or role of a guest
 */
export async function changeUtilisateur(deps: AdministrationDeps, { acteur, id, input }: Change): Promise<Utilisateur> {
  return deps.database.transaction().execute(async (database) => {
    await lockActingAdministrateur({ ...deps, database }, acteur)
    await lockUtilisateur(database, id)
    const before = orThrow(await findLivingUtilisateur(database, id), 'utilisateur.introuvable')
    const after = changed(before, input)
    const isMoved = after.email !== before.email
    if (id === acteur.id && (isMoved || after.role !== before.role)) throw new Problem('utilisateur.soi_meme')
    await assertAdministrateurLeft(database, before, after)
    if (before.invite === 1 && (isMoved || after.role !== before.role)) throw new Problem('utilisateur.invite')
    if (isMoved && after.email !== null && (await findUtilisateurByEmail(database, after.email)))
      throw new Problem('utilisateur.email_pris')
    const proof = isMoved ? { emailConfirmeLe: null, emailEnAttente: null } : {}
    const isRaised = after.role === 'ADMINISTRATEUR' && before.role !== 'ADMINISTRATEUR'
    if (isRaised && (isMoved || before.emailConfirmeLe === null)) throw new Problem('utilisateur.adresse_non_confirmee')
    await updateUtilisateur(database, id, { ...after, ...proof })
    await followChange({ ...deps, database }, { acteur, before, after })
    return utilisateurView(orThrow(await findLivingUtilisateur(database, id), 'utilisateur.introuvable'))
  })
}

/**
 * Erases an account: media with their files, grants, sessions. Its past events stay with their albums. Its owner gets a
 * mail.
 * @throws Problem utilisateur.soi_meme, utilisateur.dernier_administrateur, utilisateur.evenements_actifs
 */
export async function removeUtilisateur(
  deps: AdministrationDeps,
  { acteur, id }: { acteur: ActeurEnSession; id: number },
): Promise<void> {
  if (id === acteur.id) throw new Problem('utilisateur.soi_meme')
  const unknownPassword = await hashPassword(newSecret())
  await deps.database.transaction().execute(async (database) => {
    await lockActingAdministrateur({ ...deps, database }, acteur)
    await lockUtilisateur(database, id)
    const utilisateur = orThrow(await findLivingUtilisateur(database, id), 'utilisateur.introuvable')
    await assertErasable(database, utilisateur)
    await eraseUtilisateur({ ...deps, database }, utilisateur, unknownPassword)
    await mailAdministered({ ...deps, database }, utilisateur, 'supprimé')
    const objet = `utilisateur:${id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'utilisateur/efface', objet })
  })
}

/** Locks the administrators and checks that the caller is still one, with a valid session. */
async function lockActingAdministrateur(
  deps: Pick<AdministrationDeps, 'database' | 'clock'>,
  acteur: ActeurEnSession,
): Promise<void> {
  await lockAdministrateurs(deps.database)
  const { utilisateur } = await lockLiveSession(deps, acteur)
  if (utilisateur.role !== 'ADMINISTRATEUR') throw new Problem('acces.refuse')
}

/**
 * Checks that an account can be erased now.
 * @param database a transaction that has locked the administrators
 * @throws Problem utilisateur.dernier_administrateur, utilisateur.evenements_actifs
 */
export async function assertErasable(database: Database, utilisateur: UtilisateurRow): Promise<void> {
  await assertAdministrateurLeft(database, utilisateur, null)
  if ((await countEvenementsActifs(database, utilisateur.id)) > 0) throw new Problem('utilisateur.evenements_actifs')
}

type Editable = Pick<UtilisateurRow, 'nom' | 'prenom' | 'email' | 'role' | 'statutActif'>

function changed(before: UtilisateurRow, { nom, prenom, email, role, statutActif }: UtilisateurInput): Editable {
  return {
    nom: nom ?? before.nom,
    prenom: prenom ?? before.prenom,
    email: email === undefined ? before.email : normalizeEmail(email),
    role: role ?? before.role,
    statutActif: statutActif === undefined ? before.statutActif : statutActif ? 1 : 0,
  }
}

async function followChange(
  deps: AdministrationDeps,
  { acteur, before, after }: { acteur: ActeurEnSession; before: UtilisateurRow; after: Editable },
): Promise<void> {
  const { database, clock } = deps
  const { id } = before
  const { email } = after
  const isMoved = email !== before.email
  if (isMoved && email !== null) {
    await mailConfirmation(deps, { ...after, id, email })
    await mailEmailReplaced(deps, before)
  }
  const isClosed = after.statutActif === 0 && before.statutActif === 1
  if (after.statutActif !== before.statutActif && !isMoved) {
    await mailAdministered(deps, before, isClosed ? 'désactivé' : 'réactivé')
  }
  if (isMoved || isClosed || after.role !== before.role) {
    const except = id === acteur.id && !isClosed ? acteur.credential.jti : null
    await endSessionsOf(database, { utilisateurId: id, except }, nowIso(clock))
  }
  const { role, statutActif } = after
  const detail = { role, de: before.role, statutActif, email: isMoved ? 'autre' : 'même' }
  await writeAudit(database, clock, {
    acteurId: acteur.id,
    action: 'utilisateur/modifie',
    objet: `utilisateur:${id}`,
    detail,
  })
}

/** At least one active administrator must remain, also when two administrators act on each other concurrently. */
async function assertAdministrateurLeft(
  database: Database,
  before: UtilisateurRow,
  after: Editable | null,
): Promise<void> {
  if (!isActiveAdministrateur(before) || (after && isActiveAdministrateur(after))) return
  if ((await countActiveAdministrateurs(database, before.id)) === 0) {
    throw new Problem('utilisateur.dernier_administrateur')
  }
}

function isActiveAdministrateur({ role, statutActif }: Pick<UtilisateurRow, 'role' | 'statutActif'>): boolean {
  return role === 'ADMINISTRATEUR' && statutActif === 1
}
