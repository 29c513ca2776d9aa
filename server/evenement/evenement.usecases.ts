import type { InferOutput } from 'valibot'
import {
  type Evenement,
  type evenementInputSchema,
  type EvenementOrganisateur,
  type evenementUpdateSchema,
  matchesSearch,
  type StatutEvenement,
} from '#domain/evenement/evenement.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow } from '../http/problem.ts'
import type { Parts } from '../parts.ts'
import { announceLater } from './annonce.ts'
import {
  findEvenementsForParticipant,
  findEvenementsOfCreateur,
  insertEvenement,
  updateEvenement,
} from './evenement.repository.ts'
import { tellMembers } from './evenement.news.ts'
import { viewForOrganisateur, viewForParticipant } from './evenement.view.ts'
import { lockEvenement } from './places.ts'
import { requireQuota } from './quota.ts'

export type EvenementDeps = Pick<Parts, 'database' | 'clock'>
type EvenementInput = InferOutput<typeof evenementInputSchema>

/** Creates a planned event; refused when the plan's active events are used up, also by parallel requests. */
export async function createEvenement(
  { database, clock }: EvenementDeps,
  { acteur, input }: { acteur: ActeurConnecte; input: EvenementInput },
): Promise<EvenementOrganisateur> {
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    await requireQuota(transaction, { createurId: acteur.id, now: nowIso(clock) })
    const evenement = await insertEvenement(transaction, {
      ...columnsOf(input),
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
  readonly input: Partial<InferOutput<typeof evenementUpdateSchema>>
}

/**
 * Rewrites an event or only its statut, which is free (product 16): the plan limits how many are created. A statut set
 * by hand stays out of the clock's reach. Members are told of a statut once it can no longer be undone.
 */
export async function changeEvenement(
  { database, clock }: EvenementDeps,
  { acteur, id, input }: EvenementChange,
): Promise<EvenementOrganisateur> {
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const before = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    const { statut = before.statut } = input
    const statutManuel = await announceLater({ database: transaction, clock }, before, { statut })
    await updateEvenement(transaction, id, { ...(isWhole(input) ? columnsOf(input) : {}), statut, statutManuel })
    const after = orThrow(await lockEvenement(transaction, id), 'evenement.introuvable')
    const detail = statut === before.statut ? {} : { statut, de: before.statut }
    const objet = `evenement:${id}`
    await writeAudit(transaction, clock, { acteurId: acteur.id, action: 'evenement/modifie', objet, detail })
    await tellMembers(transaction, clock, { before: { ...before, statut }, after })
    return viewOf(transaction, after, acteur)
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

function columnsOf({ titre, description, dateDebut, dateFin, lieu, capaciteMax, visibilite }: EvenementInput) {
  return { titre, description, dateDebut, dateFin, lieu, capaciteMax: capaciteMax ?? null, visibilite }
}

function isWhole(input: EvenementChange['input']): input is InferOutput<typeof evenementUpdateSchema> {
  return input.titre !== undefined
}
