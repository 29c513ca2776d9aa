import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { createHash } from 'node:crypto'
import {
  type Consentement,
  consentementMonths,
  type ReponseConsentement,
  type StatutConsentement,
  versionRGPD,
} from '#domain/consentement/consentement.ts'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { ConsentementRow } from '../database/tables/people.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { reminderEnd } from './rappel.ts'
import {
  endConsentement,
  expireConsentementsUntil,
  findConsentement,
  findConsentementActif,
  findConsentements,
  insertConsentement,
  revokeConsentements,
} from './consentement.repository.ts'

export interface ConsentementInput {
  readonly acteur: ActeurConnecte
  readonly consentementDonne: boolean
  readonly versionRGPD: string
  /** Origin of the answer, stored as proof: the User-Agent. */
  readonly origine: string
}

/**
 * Records a yes or no to the current text as a new row, which is a proof. A yes is valid for twelve months by the
 * server's clock; a no revokes an earlier yes (product 29). A yes in the last thirty days starts another twelve
 * months; an earlier second yes is idempotent.
 */
export async function recordConsentement(
  { database, clock }: DatabaseDeps,
  { acteur, consentementDonne, origine, ...input }: ConsentementInput,
): Promise<Consentement> {
  if (input.versionRGPD !== versionRGPD) throw new Problem('consentement.version')
  const now = nowIso(clock)
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const active = await findConsentementActif(transaction, { utilisateurId: acteur.id, now })
    if (active && consentementDonne) {
      if (active.dateExpiration > reminderEnd(clock)) return consentementView(active)
      await endConsentement(transaction, active.id)
    }
    await revokeConsentements(transaction, { utilisateurId: acteur.id }, now)
    const answer = { utilisateurId: acteur.id, invite: acteur.invite, consentementDonne, origine }
    return consentementView(await insertReponse({ database: transaction, clock }, answer))
  })
}

/**
 * Stores an answer to the current text, with the hash of that text as proof, and its audit row.
 * @param deps with the database of a transaction
 * @param answer `invite`: whether the text for guests was shown
 */
export async function insertReponse(
  { database, clock }: DatabaseDeps,
  {
    utilisateurId,
    invite,
    consentementDonne,
    origine,
  }: Omit<ConsentementInput, 'acteur' | 'versionRGPD'> & { utilisateurId: number; invite: boolean },
): Promise<ConsentementRow> {
  const dates = { dateConsentement: nowIso(clock), dateExpiration: expirationOf(clock.now()) }
  const row = await insertConsentement(database, {
    versionRGPD,
    texteHash: createHash('sha256').update(texteConsentementDe({ invite }).join('\n')).digest('hex'),
    origine,
    ...dates,
    utilisateurId,
    consentementDonne: consentementDonne ? 1 : 0,
    statut: consentementDonne ? 'ACTIF' : 'REVOQUE',
    revoqueLe: null,
  })
  const objet = `consentement:${row.id}`
  const detail = { consentementDonne, versionRGPD }
  await writeAudit(database, clock, { acteurId: utilisateurId, action: 'consentement/repondu', objet, detail })
  return row
}

/** The person's valid consent. @throws Problem consentement.absent when there is none */
export async function readConsentementActif(
  { database, clock }: DatabaseDeps,
  acteur: ActeurConnecte,
): Promise<Consentement> {
  const active = await findConsentementActif(database, { utilisateurId: acteur.id, now: nowIso(clock) })
  return consentementView(orThrow(active, 'consentement.absent'))
}

/** The person's answers, newest first. Shows an expired consent as EXPIRE before the job has marked it. */
export async function readConsentements(
  { database, clock }: DatabaseDeps,
  acteur: Pick<ActeurConnecte, 'id'>,
): Promise<ReponseConsentement[]> {
  const now = nowIso(clock)
  const rows = await findConsentements(database, acteur.id)
  return rows.map((row) => {
    const isOver = row.statut === 'ACTIF' && row.dateExpiration <= now
    return Object.assign(consentementView(row), { revoqueLe: row.revoqueLe }, isOver && { statut: 'EXPIRE' as const })
  })
}

/**
 * Revokes a consent. Only the change from ACTIF to REVOQUE is allowed (specification, section 4); a consent that is
 * revoked already is left as it is.
 */
export async function moveConsentement(
  { database, clock }: DatabaseDeps,
  { acteur, id, statut }: { acteur: ActeurConnecte; id: number; statut: StatutConsentement },
): Promise<Consentement> {
  const now = nowIso(clock)
  // A commit of this person's upload takes the same lock: it sees the revocation or ends before it.
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    if (statut !== 'REVOQUE') throw new Problem('consentement.transition')
    const revoked = await revokeConsentements(transaction, { utilisateurId: acteur.id, id }, now)
    const consentement = orThrow(await findConsentement(transaction, id), 'consentement.introuvable')
    if (consentement.statut !== 'REVOQUE') throw new Problem('consentement.transition')
    const objet = `consentement:${id}`
    if (revoked === 1)
      await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'consentement/revoque', objet })
    return consentementView(consentement)
  })
}

/** Marks expired consents. Reads do not depend on it. */
export async function expireConsentements({ database, clock }: DatabaseDeps): Promise<void> {
  await expireConsentementsUntil(database, nowIso(clock))
}

/** The same day after twelve months; 29 February becomes 1 March. */
function expirationOf(now: Date): string {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() + consentementMonths)
  return date.toISOString()
}

function consentementView(row: ConsentementRow): Consentement {
  const { id, dateConsentement, dateExpiration, statut, utilisateurId } = row
  const answer = { consentementDonne: row.consentementDonne === 1, versionRGPD: row.versionRGPD }
  return { id, ...answer, dateConsentement, dateExpiration, statut, utilisateurId }
}
