import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { momentWords } from '#domain/evenement/momentWords.ts'
import { nextStatutsMedia, type Media, type StatutMedia, statutMediaLabels } from '#domain/media/media.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { findLastAudit } from '../audit/audit.repository.ts'
import { writeAudit } from '../audit/audit.ts'
import type { AuditAction } from '../audit/auditAction.ts'
import { nowIso } from '../clock.ts'
import { answerDemandes } from '../demandeRetrait/demandeAnswers.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { publishMediaChange } from '../live/changes.ts'
import { lockEvenement } from '../evenement/places.ts'
import { findUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { notifyAuteur } from './auteurNotifications.ts'
import {
  clearDecision,
  decide,
  eraseLater,
  findMedia,
  lockMedia,
  type MediaAvecAuteur,
  removeForGood,
  setCouverture,
  setFavori,
} from './media.repository.ts'
import { mediaView } from './mediaView.ts'

/** Reads a media again and returns it as this person may see it. */
export async function readMediaFor({ database }: DatabaseDeps, acteur: ActeurConnecte, id: number): Promise<Media> {
  return mediaView(orThrow(await findMedia(database, id), 'media.introuvable'), acteur)
}

export interface Moderation {
  readonly acteur: ActeurConnecte
  readonly media: MediaAvecAuteur
  readonly statut: Exclude<StatutMedia, 'EN_ATTENTE'>
  readonly raison?: string
  /** The version that the person saw; the current one when absent. */
  readonly version?: number | undefined
}

/**
 * Applies an organiser's decision, with its audit row and the author's notification in one transaction. A removed
 * media goes into the bin for 30 days (product 22).
 * @throws Problem media.version on a concurrent decision, media.transition on a removed media
 */
export async function moderate(deps: DatabaseDeps, moderation: Moderation): Promise<Media> {
  const { acteur } = moderation
  await transactionAs(deps, acteur, (database) => moderateWithin({ ...deps, database }, moderation))
  return readMediaFor(deps, acteur, moderation.media.id)
}

/** As {@link moderate}, inside the caller's transaction. */
export async function moderateWithin(deps: DatabaseDeps, moderation: Moderation): Promise<void> {
  const { database, clock } = deps
  const { acteur, media, statut, raison = null } = moderation
  const now = nowIso(clock)
  const current = orThrow(await lockMedia(database, media.id), 'media.introuvable')
  const version = moderation.version ?? current.version
  // A retry after a lost response: idempotent.
  const isAlike = current.statut === statut && current.raison === raison
  if (current.version === version + 1 && isAlike && current.decideParId === acteur.id) return
  if (current.version !== version) throw await conflict(deps, current, acteur)
  // The media already has this state: no new version, audit row or notification.
  if (isAlike || (current.statut === statut && statut !== 'REJETE')) return
  if (!nextStatutsMedia(current.statut).includes(statut) && current.statut !== statut) {
    throw new Problem('media.transition')
  }
  const decision = { id: media.id, version, statut, raison, decideParId: acteur.id, dateValidation: now }
  const corbeille = { corbeilleLe: now, statutAvant: current.statut, raisonAvant: current.raison }
  const decided = statut === 'SUPPRIME' ? { ...decision, corbeille } : decision
  if (!(await decide(database, decided))) throw await conflict(deps, current, acteur)
  // Not `media`: a fusion may have moved it to another author since.
  await publishMediaChange(database, { ...current, statut }, current.statut)
  await writeAudit(database, clock, {
    acteurId: acteur.id,
    action: actions[statut],
    objet: `media:${media.id}`,
    detail: { de: current.statut, avecRaison: raison !== null },
  })
  // Inserts a notification, unless it repeats the last one; the job push/pushAvis.ts sends it to the author's devices.
  await notifyAuteur(deps, current, { statut, raison })
}

/**
 * Puts a decided media back to waiting, inside the caller's transaction.
 * @param media as {@link lockMedia} has read it
 */
export async function putBack(
  deps: DatabaseDeps,
  { acteur, media }: Pick<Moderation, 'acteur' | 'media'>,
): Promise<void> {
  const { database, clock } = deps
  await clearDecision(database, media.id)
  await publishMediaChange(database, { ...media, statut: 'EN_ATTENTE' }, media.statut)
  await writeAudit(database, clock, {
    acteurId: acteur.id,
    action: 'media/remettre-en-attente',
    objet: `media:${media.id}`,
    detail: { de: media.statut },
  })
  await notifyAuteur(deps, media, { statut: 'EN_ATTENTE', raison: null })
}

/** Marks or unmarks a favourite. Idempotent. */
export async function markFavori(
  deps: DatabaseDeps,
  { acteur, media, favori }: { acteur: ActeurConnecte; media: MediaAvecAuteur; favori: boolean },
): Promise<Media> {
  await transactionAs(deps, acteur, async (database) => {
    await setFavori(database, media.id, favori ? 1 : 0)
    await publishMediaChange(database, media)
  })
  return readMediaFor(deps, acteur, media.id)
}

/** Sets or clears the cover of the event. Idempotent. */
export async function markCouverture(
  deps: DatabaseDeps,
  { acteur, media, couverture }: { acteur: ActeurConnecte; media: MediaAvecAuteur; couverture: boolean },
): Promise<Media> {
  await transactionAs(deps, acteur, async (database) => {
    // Serializes concurrent choices of a cover.
    orThrow(await lockEvenement(database, media.evenementId), 'media.introuvable')
    await setCouverture(database, media, couverture ? 1 : 0)
    await publishMediaChange(database, media)
  })
  return readMediaFor(deps, acteur, media.id)
}

/**
 * Deletes a media for its author. It disappears from every list, the sweeper deletes its file, the receipt stays
 * valid, open removal requests are accepted.
 * @param onlyIn deletes it only while it has this statut
 * @throws Problem media.plus_rejete when it has another one
 */
export async function removeOwn(
  deps: DatabaseDeps,
  { acteur, media, onlyIn }: { acteur: ActeurConnecte; media: MediaAvecAuteur; onlyIn: 'REJETE' | undefined },
): Promise<void> {
  const now = nowIso(deps.clock)
  await transactionAs(deps, acteur, async (transaction) => {
    // A decision since the start of the request changes who sees it.
    const { statut: before, fichier } = orThrow(await lockMedia(transaction, media.id), 'media.introuvable')
    if (onlyIn !== undefined && before !== onlyIn) throw new Problem('media.plus_rejete')
    await removeForGood(transaction, media.id, { decideParId: acteur.id, dateValidation: now }).execute()
    const within = { ...deps, database: transaction }
    await answerDemandes(within, { mediaId: media.id }, { statut: 'ACCEPTEE', evenementId: media.evenementId })
    await publishMediaChange(transaction, { ...media, statut: 'SUPPRIME' }, before)
    await eraseLater(transaction, [fichier], now)
    await writeAudit(transaction, deps.clock, {
      acteurId: acteur.id,
      action: 'media/supprimer',
      objet: `media:${media.id}`,
    })
  })
}

/** The audit actions of decisions. */
const actions = {
  VALIDE: 'media/valider',
  REJETE: 'media/rejeter',
  SUPPRIME: 'media/retirer',
} as const satisfies Record<Moderation['statut'], AuditAction>

async function conflict(
  { database, clock }: DatabaseDeps,
  media: MediaAvecAuteur,
  acteur: ActeurConnecte,
): Promise<Problem> {
  if (media.statut === 'SUPPRIME') return new Problem('media.transition')
  const { fuseau } = orThrow(await findEvenement(database, media.evenementId), 'media.introuvable')
  // The last decision, or the change that took it back.
  const last = await findLastAudit(database, `media:${media.id}`, [...Object.values(actions), ...undoneWords.keys()])
  // Restored media keep their statut, and waiting ones have no decision to name.
  const undone = last && undoneWords.has(last.action) ? last : undefined
  if (!undone && media.statut === 'EN_ATTENTE')
    return new Problem('media.version', { message: 'Ce média attend de nouveau une décision : regardez-le avant.' })
  const statut = (undone && undoneWords.get(undone.action)) ?? statutMediaLabels[media.statut].label.toLowerCase()
  const parId = undone ? undone.acteurId : media.decideParId
  const instant = (undone ? undone.instant : media.dateValidation) ?? nowIso(clock)
  const quand = momentWords(instant, { now: clock.now().getTime(), fuseau })
  if (parId === acteur.id) {
    const message = `Vous avez déjà ${statut} ce média ${quand} depuis un autre appareil.`
    return new Problem('media.version', { message })
  }
  const auteur = `par ${await nameOf(database, parId)}`
  return new Problem('media.version', { values: { statut, quand, auteur } })
}

/** What the audit calls a change that takes a decision back. */
const undoneWords: ReadonlyMap<AuditAction, string> = new Map([
  ['media/restaurer', 'restauré'],
  ['media/remettre-en-attente', 'remis en attente'],
])

async function nameOf(database: DatabaseDeps['database'], id: number | null): Promise<string> {
  const person = id === null ? undefined : await findUtilisateur(database, id)
  return person ? nomComplet(person) : "l'organisateur"
}
