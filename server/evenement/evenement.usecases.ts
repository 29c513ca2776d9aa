import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { InferOutput } from 'valibot'
import {
  byNewestDateDebut,
  type Evenement,
  type evenementChangeSchema,
  type evenementCreationSchema,
  type EvenementOrganisateur,
  searchTextOf,
  type StatutEvenement,
} from '#domain/evenement/evenement.ts'
import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow } from '../http/problem.ts'
import { publishEvenementChange, publishGalerieChange } from '../live/changes.ts'
import { announceLater } from './annonce.ts'
import { assertDates, assertRoom, assertSeen, statutOfMoved } from './evenement.changes.ts'
import {
  type DecouvrirQuery,
  findEvenementsOfCreateur,
  findEvenementsOfParticipant,
  findEvenementsPublics,
  findLastCreated,
  insertEvenement,
  updateEvenement,
} from './evenement.repository.ts'
import { notifyMembers } from './evenement.notifications.ts'
import { countsForOrganisateur, viewForOrganisateur, viewForParticipant } from './evenement.view.ts'
import { isRepeated } from '../tentative/repeated.ts'
import { lockEvenement } from './places.ts'
import { assertQuota } from './quota.ts'

type EvenementCreation = InferOutput<typeof evenementCreationSchema>

/**
 * Creates a planned event. Idempotent by `cle`.
 * @throws Problem evenement.quota_atteint when the plan allows no more active events, also for parallel requests
 */
export async function createEvenement(
  { database, clock }: DatabaseDeps,
  { acteur, input }: { acteur: ActeurConnecte; input: EvenementCreation },
): Promise<EvenementOrganisateur> {
  const { cle, ...fields } = input
  const { visibilite = 'PUBLIC', fuseau = fuseauParDefaut, capaciteMax = null, ...texts } = fields
  const request = { action: 'evenement-cree', acteurId: acteur.id, cle, content: [JSON.stringify(fields)] } as const
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    // Before the quota, whose last place the first request may have taken.
    if (await isRepeated({ database: transaction, clock }, request)) {
      const created = await findLastCreated(transaction, { createurId: acteur.id, ...texts })
      if (created) return viewOf(transaction, created, acteur)
    }
    await assertQuota(transaction, { createurId: acteur.id, now: nowIso(clock) })
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

interface OrganisateurQuery {
  readonly statut?: StatutEvenement | undefined
  readonly keyword?: string | undefined
  /** `comptes`: registrations are counted, and their list is empty. */
  readonly inscriptions?: 'comptes' | undefined
}

/** The organiser's own events, newest dateDebut first, optionally filtered by statut and text. */
export async function listEvenements(
  { database }: DatabaseDeps,
  acteur: ActeurConnecte,
  { inscriptions, ...filter }: OrganisateurQuery = {},
) {
  const view = inscriptions === 'comptes' ? countsForOrganisateur : viewForOrganisateur
  return view(database, await findEvenementsOfCreateur(database, acteur.id, filter), acteur)
}

/** One event as its organiser sees it. */
export function readEvenement({ database }: DatabaseDeps, acteur: ActeurConnecte, evenement: EvenementRow) {
  return viewOf(database, evenement, acteur)
}

export interface EvenementChange {
  readonly acteur: ActeurConnecte
  readonly id: number
  readonly input: InferOutput<typeof evenementChangeSchema>
  /** The version that the person saw; absent: no check. */
  readonly version?: number | undefined
}

/**
 * Changes fields of an event. The statut can be set freely (product 16): the plan limits how many events are created.
 * A statut set by hand is kept until the next boundary of the clock, and one set by the clock follows moved dates.
 * Members are notified once a change can no longer be undone.
 * @throws Problem evenement.version, evenement.dates, evenement.capacite
 */
export async function changeEvenement(
  { database, clock }: DatabaseDeps,
  { acteur, id, input, version }: EvenementChange,
): Promise<EvenementOrganisateur> {
  const now = nowIso(clock)
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const before = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    await assertSeen({ database: transaction, clock }, { evenement: before, version, acteur })
    const changed = { ...before, ...columnsOf(input) }
    assertDates(changed)
    await assertRoom(transaction, { before, after: changed, now })
    const statutManuel = await announceLater({ database: transaction, clock }, before, changed)
    const statut = statutOfMoved(before, changed, now)
    await updateEvenement(transaction, id, {
      ...columnsOf(input),
      recherche: searchTextOf(changed),
      // Sending the current statut does not set it by hand; an undone statut is as if it had never been set.
      ...(changed.statut !== before.statut && { statutManuel, statutManuelLe: statutManuel === 1 ? now : null }),
      ...(statut !== changed.statut && { statut, statutManuel: 0, statutManuelLe: null }),
      version: before.version + 1,
      modifieLe: now,
      modifieParId: acteur.id,
    })
    const after = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    const detail = statut === before.statut ? {} : { statut, de: before.statut }
    const objet = `evenement:${id}`
    await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'evenement/modifie', objet, detail })
    await publishEvenementChange(transaction, after)
    if (movesGalleryOpening(before, after)) await publishGalerieChange(transaction, after)
    await notifyMembers(transaction, clock, { before: { ...before, statut }, after })
    return viewOf(transaction, after, acteur)
  })
}

/** Events that the participant joined or is invited to, and a page of public ones unless `portee` is `miens`. */
export async function listForParticipant(
  deps: DatabaseDeps,
  acteur: ActeurConnecte,
  { portee }: { portee?: 'miens' | undefined },
): Promise<Evenement[]> {
  const { database } = deps
  const own = await findEvenementsOfParticipant(database, acteur.id)
  // A guest has one event; public ones are for accounts.
  if (portee === 'miens' || acteur.invite) return viewForParticipant(deps, own, acteur)
  const known = new Set(own.map(({ id }) => id))
  const { evenements } = await findEvenementsPublics(database, { recherche: '' })
  const all = [...own, ...evenements.filter(({ id }) => !known.has(id))].toSorted(byNewestDateDebut)
  return viewForParticipant(deps, all, acteur)
}

/** A page of public events, each with the fields that the participant may see. */
export async function discoverEvenements(deps: DatabaseDeps, acteur: ActeurConnecte, criteria: DecouvrirQuery) {
  const { evenements, suite } = await findEvenementsPublics(deps.database, criteria)
  return { evenements: await viewForParticipant(deps, evenements, acteur), suite }
}

/** One event with the fields that the participant may see. */
export async function readForParticipant(
  deps: DatabaseDeps,
  acteur: ActeurConnecte,
  evenement: EvenementRow,
): Promise<Evenement> {
  const [view] = await viewForParticipant(deps, [evenement], acteur)
  return orThrow(view, 'evenement.introuvable')
}

/** Whether a change moves the time at which members see the gallery. */
function movesGalleryOpening(before: EvenementRow, after: EvenementRow): boolean {
  if (after.galeriePour !== before.galeriePour) return true
  return after.galeriePour === 'APRES' && after.dateFin !== before.dateFin
}

async function viewOf(database: Database, evenement: EvenementRow, acteur: ActeurConnecte) {
  const [view] = await viewForOrganisateur(database, [evenement], acteur)
  return orThrow(view, 'evenement.introuvable')
}

function columnsOf(input: EvenementChange['input']): Partial<EvenementRow> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
