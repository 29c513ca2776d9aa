import { randomBytes } from 'node:crypto'
import type { Inscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import { isCodeCourt, writeCodeCourt } from '#domain/lien/adresseCourte.ts'
import { type Entree, isLienOuvert, type Lien, type LienPublic } from '#domain/lien/lien.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { networkOf } from '../http/network.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enterEvenement } from '../inscription/enterEvenement.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { countAttempt } from '../tentative/tentative.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import { findLiens, findLienVivant, insertLien, type LienRow, revokeLien } from './lien.repository.ts'

export interface LienDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const maxActive = 20
const hourMs = 3_600_000
const wrongCodesPerHour = 20

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

/** A link as a client named it, and the address that the request came from. */
interface NamedLien {
  readonly code: string
  readonly ip: string
}

/**
 * The link of a code with its event. Wrong short codes are limited per network, because 40 bits can be guessed.
 * @throws Problem lien.introuvable, requete.trop_de_tentatives
 */
export async function openLien(deps: LienDeps, { code, ip }: NamedLien) {
  const limit = { cle: `lien-court:${networkOf(ip)}`, limit: wrongCodesPerHour, windowMs: hourMs }
  const uncount = isCodeCourt(code) ? await countAttempt(deps, limit) : undefined
  const lien = orThrow(await findLienVivant(deps.database, code), 'lien.introuvable')
  const evenement = orThrow(await findEvenement(deps.database, lien.evenementId), 'lien.introuvable')
  await uncount?.()
  return { lien, evenement }
}

/** What anyone with the link can see (product 11). @throws Problem as {@link openLien} */
export async function readLien(deps: LienDeps, named: NamedLien): Promise<LienPublic> {
  const { lien, evenement } = await openLien(deps, named)
  const { id, titre, dateDebut, dateFin, fuseau, lieu, statut, createurId } = evenement
  const prenom = (await findPrenoms(deps.database, [createurId])).get(createurId)?.prenom ?? ''
  return {
    entree: lien.entree,
    ouvert: isLienOuvert(statut),
    evenement: { id, titre, dateDebut, dateFin, fuseau, lieu, statut, createur: { prenom } },
  }
}

/**
 * Joins an event by its link. Idempotent.
 * @throws Problem as {@link openLien}, lien.evenement_annule, inscription.annulee
 */
export async function joinByLien(
  deps: LienDeps,
  input: NamedLien & { acteur: ActeurConnecte; typeParticipation: TypeParticipation },
): Promise<Inscription> {
  const { lien: opened } = await openLien(deps, input)
  return transactionAs(deps, input.acteur, async (database) => {
    const lien = orThrow(await findLienVivant(database, opened.code), 'lien.introuvable')
    const evenement = orThrow(await lockEvenement(database, lien.evenementId), 'lien.introuvable')
    if (!isLienOuvert(evenement.statut)) throw new Problem('lien.evenement_annule')
    return enterEvenement({ database, clock: deps.clock }, { ...input, evenement, isDirect: lien.entree === 'DIRECTE' })
  })
}

function lienView({ publicUrl }: LienDeps, { id, code, codeCourt, entree, creeLe, revoqueLe }: LienRow): Lien {
  const adresseCourte = codeCourt === null ? null : `${publicUrl}/e/${writeCodeCourt(codeCourt)}`
  return { id, code, url: `${publicUrl}/e/${code}`, adresseCourte, entree, creeLe, revoqueLe }
}
