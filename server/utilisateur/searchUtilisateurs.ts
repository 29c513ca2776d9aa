import { utilisateursMax, type PageUtilisateurs } from '#domain/utilisateur/pageUtilisateurs.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { matchesWords } from '#domain/texte/searchWords.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findSeulAdministrateur } from './administrateur.repository.ts'
import { utilisateurView } from './utilisateurView.ts'

interface Criteria {
  /** Words; empty for all accounts. */
  readonly recherche: string
  readonly role?: Role | undefined
  /** Id of the last account of the page before. */
  readonly apres?: number | undefined
}

/** How many accounts a search compares in one call. The next call goes on from there. */
const searchedMax = 1000

/**
 * A page of accounts that are not erased, newest first. A search compares as the app does: every word in the name or
 * the address, without accents and capitals.
 */
export async function searchUtilisateurs(
  { database }: Pick<DatabaseDeps, 'database'>,
  criteria: Criteria,
): Promise<PageUtilisateurs> {
  const isSearch = criteria.recherche.trim() !== ''
  const most = isSearch ? searchedMax : utilisateursMax + 1
  const seen = await newestUtilisateurs(database, criteria).limit(most).execute()
  const found = isSearch
    ? seen.filter(({ prenom, nom, email }) => matchesWords(`${prenom} ${nom} ${email ?? ''}`, criteria.recherche))
    : seen
  const page = found.slice(0, utilisateursMax)
  // Where the next page begins: after the last account of this one, or after the last one that was compared.
  const last = found.length > page.length ? page.at(-1) : isSearch && seen.length === most ? seen.at(-1) : undefined
  return {
    utilisateurs: page.map(utilisateurView),
    suite: last?.id ?? null,
    seulAdministrateurId: await findSeulAdministrateur(database),
  }
}

function newestUtilisateurs(database: Database, { role, apres }: Criteria) {
  return database
    .selectFrom('utilisateur')
    .select(['id', 'email', 'nom', 'prenom', 'role', 'statutActif', 'dateCreation', 'invite'])
    .where('effaceLe', 'is', null)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'PARTICIPANT'))
    .$if(apres !== undefined, (query) => query.where('id', '<', apres ?? 0))
    .orderBy('id', 'desc')
}
