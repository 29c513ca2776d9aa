import { randomBytes } from 'node:crypto'
import type { Inscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import { type Entree, isLienOuvert, type Lien, type LienPublic } from '#domain/lien/lien.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enterEvenement } from '../inscription/enterEvenement.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import { findLiens, findLienVivant, insertLien, type LienRow, revokeLien } from './lien.repository.ts'

export interface LienDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const maxActive = 20

/** Creates a link to an event. @throws Problem lien.trop_nombreux above twenty active links per event */
export async function createLien(
  deps: LienDeps,
  { acteur, evenementId, entree }: { acteur: ActeurConnecte; evenementId: number; entree: Entree },
): Promise<Lien> {
  return transactionAs(deps, acteur, async (database) => {
    orThrow(await lockEvenement(database, evenementId), 'evenement.introuvable')
    const living = (await findLiens(database, evenementId)).filter(({ revoqueLe }) => revoqueLe === null)
    if (living.length >= maxActive) throw new Problem('lien.trop_nombreux')
    const code = randomBytes(16).toString('base64url')
    const lien = await insertLien(database, { evenementId, code, entree, creeLe: nowIso(deps.clock), revoqueLe: null })
    const objet = `lien:${lien.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'lien/cree', objet, detail: { entree } })
    return lienView(deps, lien)
  })
}

export async function listLiens(deps: LienDeps, evenementId: number): Promise<Lien[]> {
  return (await findLiens(deps.database, evenementId)).map((lien) => lienView(deps, lien))
}

/** Revokes a link. Idempotent. */
export async function endLien(
  deps: LienDeps,
  { acteur, lien }: { acteur: ActeurConnecte; lien: LienRow },
): Promise<Lien> {
  const revoqueLe = nowIso(deps.clock)
  if (lien.revoqueLe !== null) return lienView(deps, lien)
  await transactionAs(deps, acteur, async (database) => {
    await revokeLien(database, lien.id, revoqueLe)
    const objet = `lien:${lien.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'lien/revoque', objet })
  })
  return lienView(deps, { ...lien, revoqueLe })
}

/** What anyone with the link can see (product 11). @throws Problem lien.introuvable */
export async function readLien({ database }: LienDeps, code: string): Promise<LienPublic> {
  const lien = orThrow(await findLienVivant(database, code), 'lien.introuvable')
  const evenement = orThrow(await findEvenement(database, lien.evenementId), 'lien.introuvable')
  const { id, titre, dateDebut, dateFin, fuseau, lieu, statut, createurId } = evenement
  const prenom = (await findPrenoms(database, [createurId])).get(createurId)?.prenom ?? ''
  return {
    entree: lien.entree,
    ouvert: isLienOuvert(statut),
    evenement: { id, titre, dateDebut, dateFin, fuseau, lieu, statut, createur: { prenom } },
  }
}

/**
 * Joins an event by its link. Idempotent.
 * @throws Problem lien.introuvable, lien.evenement_annule, inscription.annulee
 */
export async function joinByLien(
  deps: LienDeps,
  input: { acteur: ActeurConnecte; code: string; typeParticipation: TypeParticipation },
): Promise<Inscription> {
  return transactionAs(deps, input.acteur, async (database) => {
    const lien = orThrow(await findLienVivant(database, input.code), 'lien.introuvable')
    const evenement = orThrow(await lockEvenement(database, lien.evenementId), 'lien.introuvable')
    if (!isLienOuvert(evenement.statut)) throw new Problem('lien.evenement_annule')
    return enterEvenement({ database, clock: deps.clock }, { ...input, evenement, isDirect: lien.entree === 'DIRECTE' })
  })
}

function lienView({ publicUrl }: LienDeps, { id, code, entree, creeLe, revoqueLe }: LienRow): Lien {
  return { id, code, url: `${publicUrl}/e/${code}`, entree, creeLe, revoqueLe }
}
