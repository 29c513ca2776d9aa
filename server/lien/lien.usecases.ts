import { randomBytes } from 'node:crypto'
import { hourMs } from '#domain/contract/durations.ts'
import type { Inscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import { isCodeCourt, writeCodeCourt } from '#domain/lien/adresseCourte.ts'
import {
  type Entree,
  type Identite,
  isLienOuvert,
  type Lien,
  type LienPublic,
  oneEvenementPerGuest,
} from '#domain/lien/lien.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { networkOf } from '../http/network.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enterEvenement } from '../inscription/enterEvenement.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { publishLienChange } from '../live/changes.ts'
import { isRepeated } from '../tentative/repeated.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import {
  countArrivees,
  findLienByCode,
  findLiens,
  findLienVivant,
  insertLien,
  type LienRow,
  revokeLien,
} from './lien.repository.ts'

export interface LienDeps extends DatabaseDeps {
  readonly publicUrl: string
}

interface LienInput {
  readonly entree: Entree
  readonly identite: Identite
  /** Creates the link only when the event has no valid one. */
  readonly siAbsent?: boolean
  /** The key of the form. */
  readonly cle?: string | undefined
}

const maxActive = 20
const wrongCodesPerHour = 20

/**
 * Creates a link to an event. With `siAbsent`, returns the newest valid link instead when there is one. Idempotent by
 * `cle`.
 * @throws Problem lien.trop_nombreux above twenty active links per event
 */
export async function createLien(
  deps: LienDeps,
  {
    acteur,
    evenementId,
    entree,
    identite,
    siAbsent = false,
    cle,
  }: LienInput & { acteur: ActeurConnecte; evenementId: number },
): Promise<Lien> {
  return transactionAs(deps, acteur, async (database) => {
    orThrow(await lockEvenement(database, evenementId), 'evenement.introuvable')
    const living = (await findLiens(database, evenementId)).filter(({ revoqueLe }) => revoqueLe === null)
    const content = [evenementId, entree, identite]
    const isAgain = await isRepeated({ ...deps, database }, { action: 'lien-cree', acteurId: acteur.id, cle, content })
    const made = isAgain ? living.find((lien) => lien.entree === entree && lien.identite === identite) : undefined
    const existing = made ?? (siAbsent ? living[0] : undefined)
    if (existing) return viewOf({ ...deps, database }, existing)
    if (living.length >= maxActive) throw new Problem('lien.trop_nombreux')
    const code = randomBytes(16).toString('base64url')
    const dates = { creeLe: nowIso(deps.clock), revoqueLe: null }
    const lien = await insertLien(database, { evenementId, code, entree, identite, ...dates })
    const objet = `lien:${lien.id}`
    await writeAudit(database, deps.clock, {
      acteurId: acteur.id,
      action: 'lien/cree',
      objet,
      detail: { entree, identite },
    })
    await publishLienChange(database, { evenementId, createurId: acteur.id })
    return lienView(deps, lien, 0)
  })
}

/** Links of an event, newest first, including revoked ones. */
export async function listLiens(deps: LienDeps, evenementId: number): Promise<Lien[]> {
  return viewsOf(deps, await findLiens(deps.database, evenementId))
}

/** Revokes a link. Idempotent. */
export async function endLien(
  deps: LienDeps,
  { acteur, lien }: { acteur: ActeurConnecte; lien: LienRow },
): Promise<Lien> {
  const revoqueLe = nowIso(deps.clock)
  if (lien.revoqueLe !== null) return viewOf(deps, lien)
  await transactionAs(deps, acteur, async (database) => {
    await revokeLien(database, lien.id, revoqueLe)
    const objet = `lien:${lien.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'lien/revoque', objet })
    await publishLienChange(database, { evenementId: lien.evenementId, createurId: acteur.id })
  })
  return viewOf(deps, { ...lien, revoqueLe })
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
  const uncount = isCodeCourt(code) ? await countWrongCode(deps, ip) : undefined
  const lien = orThrow(await findLienVivant(deps.database, code), 'lien.introuvable')
  const evenement = orThrow(await findEvenement(deps.database, lien.evenementId), 'lien.introuvable')
  await uncount?.()
  return { lien, evenement }
}

/**
 * The long code of a link named by its short one, revoked or not: a guest's retry needs it. A long code is not checked.
 * @throws Problem lien.introuvable, requete.trop_de_tentatives
 */
export async function longCodeOf(deps: DatabaseDeps, { code, ip }: NamedLien): Promise<string> {
  if (!isCodeCourt(code)) return code
  const uncount = await countWrongCode(deps, ip)
  const lien = orThrow(await findLienByCode(deps.database, code), 'lien.introuvable')
  await uncount()
  return lien.code
}

function countWrongCode(deps: DatabaseDeps, ip: string): Promise<() => Promise<void>> {
  return countAttempt(deps, { cle: `lien-court:${networkOf(ip)}`, limit: wrongCodesPerHour, windowMs: hourMs })
}

/** What anyone with the link can see (product 11). @throws Problem as {@link openLien} */
export async function readLien(deps: LienDeps, named: NamedLien): Promise<LienPublic> {
  const { lien, evenement } = await openLien(deps, named)
  const { id, titre, dateDebut, dateFin, fuseau, lieu, statut, galeriePour, createurId } = evenement
  const prenom = (await findPrenoms(deps.database, [createurId])).get(createurId)?.prenom ?? ''
  return {
    entree: lien.entree,
    identite: lien.identite,
    ouvert: isLienOuvert(statut),
    evenement: { id, titre, dateDebut, dateFin, fuseau, lieu, statut, galeriePour, createur: { prenom } },
  }
}

/**
 * Joins an event by its link. Idempotent.
 * @throws Problem as {@link openLien}, lien.evenement_annule, inscription.annulee; invite.refuse for a guest of
 * another event
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
    if (input.acteur.invite) await assertOwnEvenement(database, input.acteur, evenement)
    const entry = { ...input, evenement, isDirect: lien.entree === 'DIRECTE', lienId: lien.id }
    return enterEvenement({ database, clock: deps.clock }, entry)
  })
}

/** A guest has one event. */
async function assertOwnEvenement(database: Database, acteur: ActeurConnecte, evenement: EvenementRow): Promise<void> {
  const own = await findInscriptionOf(database, { evenementId: evenement.id, utilisateurId: acteur.id })
  if (!own) throw new Problem('invite.refuse', { message: oneEvenementPerGuest })
}

async function viewOf(deps: LienDeps, lien: LienRow): Promise<Lien> {
  return lienView(deps, lien, (await countArrivees(deps.database, [lien.id])).get(lien.id) ?? 0)
}

async function viewsOf(deps: LienDeps, liens: readonly LienRow[]): Promise<Lien[]> {
  const arrivees = await countArrivees(
    deps.database,
    liens.map(({ id }) => id),
  )
  return liens.map((lien) => lienView(deps, lien, arrivees.get(lien.id) ?? 0))
}

function lienView({ publicUrl }: LienDeps, lien: LienRow, arrivees: number): Lien {
  const { id, code, codeCourt, entree, identite, creeLe, revoqueLe } = lien
  const adresseCourte = codeCourt === null ? null : `${publicUrl}/e/${writeCodeCourt(codeCourt)}`
  return { id, code, url: `${publicUrl}/e/${code}`, adresseCourte, entree, identite, arrivees, creeLe, revoqueLe }
}
