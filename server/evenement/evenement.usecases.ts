import type { InferOutput } from 'valibot'
import { canCreateOneMore } from '#domain/abonnement/abonnement.ts'
import {
  type Evenement,
  type evenementChangeSchema,
  type evenementInputSchema,
  type EvenementOrganisateur,
  matchesSearch,
  type StatutEvenement,
  statutsActifs,
} from '#domain/evenement/evenement.ts'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'
import { planLimitsOf } from '../abonnement/limites.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { Parts } from '../parts.ts'
import { assertDates, assertRoom, assertSeen, manualStatut } from './evenement.changes.ts'
import { discardFilesOfEvenement } from './evenement.medias.ts'
import {
  countEvenementsActifs,
  deleteEvenement,
  findEvenementsForParticipant,
  findEvenementsOfCreateur,
  insertEvenement,
  updateEvenement,
} from './evenement.repository.ts'
import { tellMembers } from './evenement.news.ts'
import { viewForOrganisateur, viewForParticipant } from './evenement.view.ts'
import { lockEvenement } from './places.ts'

export type EvenementDeps = Pick<Parts, 'database' | 'clock'>
type EvenementInput = InferOutput<typeof evenementInputSchema>

/** Creates a planned event; refused when the plan's active events are used up, also by parallel requests. */
export async function createEvenement(
  { database, clock }: EvenementDeps,
  { acteur, input }: { acteur: ActeurConnecte; input: EvenementInput },
): Promise<EvenementOrganisateur> {
  const { visibilite = 'PUBLIC', fuseau = fuseauParDefaut, capaciteMax = null, ...texts } = input
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    await requireQuota(transaction, { createurId: acteur.id, without: null, now: nowIso(clock) })
    const evenement = await insertEvenement(transaction, {
      ...texts,
      visibilite,
      fuseau,
      capaciteMax,
      createurId: acteur.id,
      statut: 'PLANIFIE',
      statutManuel: 0,
      dateCreation: nowIso(clock),
    })
    const objet = `evenement:${evenement.id}`
    await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'evenement/cree', objet })
    return viewOf(transaction, evenement, acteur)
  })
}

/** The organiser's own events, newest dateDebut first; those of one statut or with a text where that is asked for. */
export async function listEvenements(
  { database }: EvenementDeps,
  acteur: ActeurConnecte,
  { statut, keyword = '' }: { statut?: StatutEvenement; keyword?: string } = {},
) {
  const evenements = await findEvenementsOfCreateur(database, acteur.id)
  const wanted = evenements.filter(
    (evenement) => (statut === undefined || evenement.statut === statut) && matchesSearch(evenement, keyword),
  )
  return viewForOrganisateur(database, wanted, acteur)
}

export function readEvenement({ database }: EvenementDeps, acteur: ActeurConnecte, evenement: EvenementRow) {
  return viewOf(database, evenement, acteur)
}

export interface EvenementChange {
  readonly acteur: ActeurConnecte
  readonly id: number
  /** Fields that are absent stay as they are. */
  readonly input: InferOutput<typeof evenementChangeSchema>
  /** Version that the person saw; absent: the one that stands now. */
  readonly version?: number | undefined
}

/**
 * Changes fields of an event. A statut set by hand holds until the next boundary of the clock (product 16); one that
 * becomes active again counts against the plan.
 * @throws Problem evenement.version, evenement.dates, evenement.capacite, evenement.quota_atteint
 */
export async function changeEvenement(
  { database, clock }: EvenementDeps,
  { acteur, id, input, version }: EvenementChange,
): Promise<EvenementOrganisateur> {
  const now = nowIso(clock)
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const before = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    await assertSeen(transaction, { evenement: before, version, acteur })
    const changed = { ...before, ...columnsOf(input) }
    assertDates(changed)
    await assertRoom(transaction, { before, after: changed, now })
    const { statut } = changed
    if (isActif(statut) && !isActif(before.statut)) {
      await requireQuota(transaction, { createurId: before.createurId, without: id, now })
    }
    await updateEvenement(transaction, id, {
      ...columnsOf(input),
      ...manualStatut(before, statut, now),
      version: before.version + 1,
      modifieLe: now,
      modifieParId: acteur.id,
    })
    const after = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    const detail = statut === before.statut ? {} : { statut, de: before.statut }
    const objet = `evenement:${id}`
    await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'evenement/modifie', objet, detail })
    await tellMembers(transaction, clock, { before, after })
    return viewOf(transaction, after, acteur)
  })
}

/** Deletes an event with its media, links and registrations; their files go to the sweeper (product 17). */
export async function removeEvenement(
  { database, clock }: EvenementDeps,
  { acteur, id }: { acteur: ActeurConnecte; id: number },
): Promise<void> {
  await transactionAs({ database, clock }, acteur, async (transaction) => {
    const evenement = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    await tellMembers(transaction, clock, { before: evenement, after: null })
    await discardFilesOfEvenement(transaction, id, nowIso(clock))
    await deleteEvenement(transaction, id)
    const entry = { acteurId: acteur.id, action: 'evenement/supprime', objet: `evenement:${id}` }
    await writeAudit(transaction, clock, entry)
  })
}

/** Events the participant joined, is invited to, or may discover; newest dateDebut first. */
export async function listForParticipant({ database }: EvenementDeps, acteur: ActeurConnecte): Promise<Evenement[]> {
  return viewForParticipant(database, await findEvenementsForParticipant(database, acteur.id), acteur)
}

export async function readForParticipant(
  { database }: EvenementDeps,
  acteur: ActeurConnecte,
  evenement: EvenementRow,
): Promise<Evenement> {
  const [view] = await viewForParticipant(database, [evenement], acteur)
  return orThrow(view, 'evenement.introuvable')
}

async function viewOf(database: Database, evenement: EvenementRow, acteur: ActeurConnecte) {
  const [view] = await viewForOrganisateur(database, [evenement], acteur)
  return orThrow(view, 'evenement.introuvable')
}

async function requireQuota(
  database: Database,
  { createurId, without, now }: { createurId: number; without: number | null; now: string },
): Promise<void> {
  const limits = await planLimitsOf(database, createurId, now)
  if (canCreateOneMore(await countEvenementsActifs(database, createurId, without), limits)) return
  throw new Problem('evenement.quota_atteint', { values: { n: limits.max_evenements_actifs } })
}

/** The columns that an input names. */
function columnsOf(input: EvenementChange['input']): Partial<EvenementRow> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function isActif(statut: StatutEvenement): boolean {
  return statutsActifs.includes(statut)
}
