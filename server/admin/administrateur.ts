import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { newSecret } from '../secrets.ts'
import { removeSecondStep } from '../secondFacteur/secondStep.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { resetAddress } from '../utilisateur/compteLettre.ts'
import { hashPassword } from '../utilisateur/passwordHash.ts'
import { createReinitialisation } from '../utilisateur/reinitialisation.usecases.ts'
import {
  findUtilisateurByEmail,
  insertUtilisateur,
  lockUtilisateur,
  updateUtilisateur,
} from '../utilisateur/utilisateur.repository.ts'

/** What the command did, and where the person chooses a password; the address works once, for 30 minutes. */
export interface AdministrateurMade {
  readonly isNew: boolean
  readonly link: string
}

/**
 * Makes the account of an address an administrator, opening it when it was closed and the account when there is none.
 * No password goes through the command line, where a list of processes would show it. The password of an account that
 * has not proven the address is replaced, and what else opens it goes: the person who registered it may not own the
 * address.
 * @param email normalised
 */
export async function makeAdministrateur(
  { database, clock, publicUrl }: DatabaseDeps & { readonly publicUrl: string },
  email: string,
): Promise<AdministrateurMade> {
  const unknownPassword = await hashPassword(newSecret())
  return database.transaction().execute(async (transaction) => {
    const now = nowIso(clock)
    const known = await lockByEmail(transaction, email)
    const utilisateur = known ?? (await insertAdministrateur(transaction, { email, motDePasse: unknownPassword, now }))
    if (known && (known.role !== 'ADMINISTRATEUR' || known.emailConfirmeLe === null)) {
      await endSessionsOf(transaction, { utilisateurId: known.id, except: null }, now)
    }
    // Without activity the clock would archive it again at once.
    const opened = { statutActif: 1, archiveLe: null, derniereActivite: now, avertissements: 0 } as const
    const proof = known?.emailConfirmeLe === null ? { motDePasse: unknownPassword, emailEnAttente: null } : {}
    await updateUtilisateur(transaction, utilisateur.id, { role: 'ADMINISTRATEUR', ...opened, ...proof })
    if (known?.emailConfirmeLe === null) await removeSecondStep(transaction, known.id)
    const objet = `utilisateur:${utilisateur.id}`
    const detail = { role: 'ADMINISTRATEUR', de: known?.role ?? null, par: 'commande' }
    await writeAudit(transaction, clock, { acteurId: null, action: 'utilisateur/modifie', objet, detail })
    const secret = await createReinitialisation({ database: transaction, clock }, utilisateur)
    return { isNew: known === undefined, link: resetAddress(publicUrl, secret) }
  })
}

/** The account of an address, locked: an erasure at the same moment comes before, and has freed the address, or after. */
async function lockByEmail(database: Database, email: string): Promise<UtilisateurRow | undefined> {
  const seen = await findUtilisateurByEmail(database, email)
  if (seen) await lockUtilisateur(database, seen.id)
  return findUtilisateurByEmail(database, email)
}

async function insertAdministrateur(
  database: Database,
  { email, motDePasse, now }: { email: string; motDePasse: string; now: string },
): Promise<UtilisateurRow> {
  const inserted = await insertUtilisateur(database, {
    email,
    motDePasse,
    // The profile form puts the person's own in their place.
    prenom: 'Administrateur',
    nom: 'Éclats',
    role: 'ADMINISTRATEUR',
    statutActif: 1,
    dateCreation: now,
    derniereActivite: now,
    emailConfirmeLe: null,
    emailEnAttente: null,
    archiveLe: null,
  })
  if (!inserted) throw new Error(`${email} exists`)
  return inserted
}
