import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { attemptKeysOf } from '../tentative/attemptKeys.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'
import { findFusions } from '../utilisateur/utilisateur.repository.ts'

/** The account, its consents, its credentials and its audit rows, without secrets and their hashes. */
export async function collectCompte(database: Database, person: UtilisateurRow) {
  const { id, email, emailConfirmeLe, emailEnAttente, nom, prenom, role } = person
  const { dateCreation, derniereActivite, archiveLe, cleExigeeLe } = person
  const choices = { statutActif: person.statutActif === 1, avisCourriel: person.avisCourriel === 1 }
  return {
    compte: {
      id,
      email,
      emailConfirmeLe,
      emailEnAttente,
      nom,
      prenom,
      role,
      invite: person.invite === 1,
      ...choices,
      dateCreation,
      derniereActivite,
      archiveLe,
      cleExigeeLe,
    },
    ...(await collectConsentements(database, person.id)),
    ...(await collectAcces(database, person)),
    ...(await collectCourriels(database, person)),
    journal: await collectJournal(database, person.id),
  }
}

async function collectConsentements(database: Database, id: number) {
  const consentements = await database
    .selectFrom('consentement')
    .select(['id', 'consentementDonne', 'versionRGPD', 'texteHash', 'origine', 'dateConsentement', 'dateExpiration'])
    .select(['statut', 'revoqueLe'])
    .where('utilisateurId', '=', id)
    .orderBy('id')
    .execute()
  const abonnements = await database
    .selectFrom('abonnement')
    .select(['plan', 'statut', 'dateDebut', 'dateExpiration', 'renouvele', 'fournisseur', 'reference', 'client'])
    .where('utilisateurId', '=', id)
    .execute()
  return {
    consentements: Array.from(consentements, (row) => ({ ...row, consentementDonne: row.consentementDonne === 1 })),
    abonnements: Array.from(abonnements, (row) => ({ ...row, renouvele: row.renouvele === 1 })),
  }
}

async function collectAcces(database: Database, person: UtilisateurRow) {
  const { id } = person
  const sessions = database.selectFrom('session').where('utilisateurId', '=', id).orderBy('creeLe')
  const memoires = database.selectFrom('refreshToken').where('utilisateurId', '=', id).orderBy('creeLe')
  const appareils = database.selectFrom('appareil').where('utilisateurId', '=', id).orderBy('connecteLe')
  const facteurs = database.selectFrom('secondFacteur').where('utilisateurId', '=', id)
  const clesInvite = database.selectFrom('cleInvite').where('utilisateurId', '=', id).orderBy('creeLe')
  const codes = database.selectFrom('codeSecours').where('utilisateurId', '=', id).orderBy('id')
  const cles = database.selectFrom('cleAcces').where('utilisateurId', '=', id).orderBy('id')
  const autorisations = database.selectFrom('uploadGrant').where('utilisateurId', '=', id).orderBy('id')
  const push = database.selectFrom('abonnementPush').where('utilisateurId', '=', id).orderBy('id')
  // In the order of their index: by number, PostgreSQL would read the whole table.
  const tentatives = database.selectFrom('tentative').where('cle', 'in', attemptKeysOf(person))
  return {
    sessions: await sessions.select(['connecteLe', 'creeLe', 'expire', 'finLe']).execute(),
    sessionsMemorisees: await memoires.select(['connecteLe', 'creeLe', 'expire', 'utiliseLe', 'revoqueLe']).execute(),
    appareilsConnectes: await appareils.select(['nom', 'connecteLe', 'utiliseLe', 'expire']).execute(),
    clesInvite: await clesInvite.select(['creeLe', 'fermeeLe']).execute(),
    secondFacteur: await facteurs.select(['creeLe', 'activeLe']).execute(),
    codesSecours: await codes.select('utiliseLe').execute(),
    clesAcces: await cles.select(['nom', 'transports', 'creeLe', 'utiliseLe']).execute(),
    autorisations: await autorisations.select(['evenementId', 'portee', 'creeLe', 'expire', 'revoqueLe']).execute(),
    appareilsAvertis: await push.select(['endpoint', 'creeLe']).execute(),
    tentatives: await tentatives.select(['cle', 'instant']).orderBy('cle').orderBy('instant').execute(),
  }
}

/**
 * Sent mail without its text, which contains login links. Not the mail and the link that a guest has asked for to keep
 * the place: which ones there are shows whether the address has an account.
 */
async function collectCourriels(database: Database, person: UtilisateurRow) {
  const { id } = person
  const isGuest = person.invite === 1
  const address = provenEmailOf(person)
  const liens = database.selectFrom('jeton').where('utilisateurId', '=', id).orderBy('creeLe')
  const courriels = database
    .selectFrom('courriel')
    .where((where) => where.or([where('utilisateurId', '=', id), where('destinataire', '=', address)]))
    .orderBy('id')
  const oublis = database.selectFrom('demandeReinitialisation').where('email', '=', address).orderBy('id')
  return {
    liensEnvoyes: await liens
      .select(['genre', 'email', 'creeLe', 'expire', 'utiliseLe'])
      .$if(isGuest, (query) => query.where('genre', 'not in', ['CONFIRMATION', 'FUSION']))
      .execute(),
    courriels: isGuest ? [] : await courriels.select(['destinataire', 'sujet', 'creeLe', 'envoyeLe']).execute(),
    demandesReinitialisation: await oublis.select(['email', 'creeLe']).execute(),
  }
}

/**
 * Audit rows by the person, also as a guest before a fusion, or about the person's account or media. Hides the identity
 * of other actors.
 */
async function collectJournal(database: Database, id: number) {
  const people = [id, ...(await findFusions(database, id))]
  const found = database.selectFrom('audit').select('audit.id')
  const ids = found
    .where('acteurId', 'in', people)
    .union(
      found.where(
        'objet',
        'in',
        people.map((one) => `utilisateur:${one}`),
      ),
    )
    .union(
      database
        .selectFrom('media')
        .innerJoin('audit', (join) => join.on('audit.objet', '=', sql<string>`'media:' || ${sql.ref('media.id')}`))
        .select('audit.id')
        .where('media.auteurId', '=', id),
    )
    // Only a reward names another person in its detail. A literal: a partial index does not serve a parameter.
    .union(
      found.where('action', '=', sql.lit('recompense/donnee')).where(
        'detail',
        'in',
        people.map((utilisateurId) => JSON.stringify({ utilisateurId })),
      ),
    )
  const rows = await database
    .selectFrom('audit')
    .select(['instant', 'acteurId', 'action', 'objet', 'detail'])
    // A union, not `or`: PostgreSQL would read the table whole.
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return Array.from(rows, ({ acteurId, ...row }) => ({
    ...row,
    parVous: acteurId !== null && people.includes(acteurId),
  }))
}
