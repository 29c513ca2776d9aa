import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { newSecret } from '../secrets/secrets.ts'
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

/** The result of the command, and the link to choose a password. The link works once, for 30 minutes. */
export interface AdministrateurMade {
  readonly isNew: boolean
  readonly link: string
}

/**
 * Makes the account of an address an administrator, and reopens or creates it when necessary. The password is not a
 * command-line argument, which a list of processes would show. For an unconfirmed address, the password and all other
 * login methods are removed: another person may have registered it.
 * @param email normalized
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
    // Without recent activity the archive job would close it again.
    const opened = { statutActif: 1, archiveLe: null, derniereActivite: now, avertissements: 0 } as const
    const proof = known?.emailConfirmeLe === null ? { motDePasse: unknownPassword, emailEnAttente: null } : {}
    await updateUtilisateur(transaction, utilisateur.id, { role: 'ADMINISTRATEUR', ...opened, ...proof })
    if (known?.emailConfirmeLe === null) await removeSecondStep(transaction, known.id)
    const objet = `utilisateur:${utilisateur.id}`
    const detail = { role: 'ADMINISTRATEUR', de: known?.role ?? null, par: 'commande' }
    await writeAudit(transaction, clock, { acteurId: null, action: 'utilisateur/modifie', objet, detail })
    const secret = await createReinitialisation({ database: transaction, clock }, { id: utilisateur.id, email })
    return { isNew: known === undefined, link: resetAddress(publicUrl, secret) }
  })
}

/** Locks the account of an address: a concurrent erasure either freed the address before, or waits. */
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
    // Placeholders; the person can change them in the profile.
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
