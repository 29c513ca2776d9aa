import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import {
  type DemandeRetrait,
  type DemandeRetraitRecue,
  raisonRetrait,
  type StatutDemandeRetrait,
} from '#domain/demandeRetrait/demandeRetrait.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { publishMediaChange } from '../live/changes.ts'
import { findMedias, keepStatutAvantMasque, lockMedia, type MediaAvecAuteur } from '../media/media.repository.ts'
import { changeStatutAvant, emptyOfCorbeille } from '../media/corbeille.repository.ts'
import { moderateWithin, putBack } from '../media/media.usecases.ts'
import { mediaView } from '../media/mediaView.ts'
import { notifyOrganisateur } from '../notification/notifyOrganisateur.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import { answerDemandes } from './demandeAnswers.ts'
import {
  type DemandeRow,
  findDemande,
  findDemandeOuverte,
  hasDemandeOuverte,
  findDemandesOfEvenement,
  insertDemande,
  markMineur,
} from './demandeRetrait.repository.ts'

const requestsPerDay = { limit: 20, windowMs: dayMs }

interface RemovalRequest {
  readonly acteur: ActeurConnecte
  readonly media: MediaAvecAuteur
  readonly motif: string
  readonly mineur: boolean
}

/**
 * Stores a removal request and notifies the organiser. Idempotent: an open request is returned, changed only by the
 * first repetition that names a minor.
 */
export async function requestRemoval(
  deps: DatabaseDeps,
  { acteur, media, motif, mineur }: RemovalRequest,
): Promise<DemandeRetrait> {
  if (media.auteurId === acteur.id) throw new Problem('demande.propre_media')
  const who = { mediaId: media.id, demandeurId: acteur.id }
  const open = await findDemandeOuverte(deps.database, who)
  if (open && (!mineur || open.mineur === 1)) return demandeView(open)
  if (open)
    return transactionAs(deps, acteur, async (database) =>
      demandeView(await addMineur({ ...deps, database }, { acteur, media, open })),
    )
  await countAttempt(deps, { cle: `retrait:${acteur.id}`, ...requestsPerDay })
  return transactionAs(deps, acteur, async (database) => {
    const within = { ...deps, database }
    // A second call may have stored the same request after the check above. This transaction locks the account.
    const stored = await findDemandeOuverte(database, who)
    if (stored) return demandeView(mineur ? await addMineur(within, { acteur, media, open: stored }) : stored)
    // Removed since the start of the request: the requests about it may be answered already.
    const current = await lockMedia(database, media.id)
    if (!current || current.statut === 'SUPPRIME') throw new Problem('media.introuvable')
    const evenement = orThrow(await findEvenement(database, media.evenementId), 'media.introuvable')
    const creeLe = nowIso(deps.clock)
    const asks = { ...who, motif, mineur: mineur ? 1 : 0 } as const
    const demande = await insertDemande(database, { ...asks, statut: 'EN_ATTENTE', creeLe, decideLe: null })
    const asked = `${nomComplet(acteur)} demande le retrait d'un média${mineur ? ' où figure un mineur' : ''}`
    const message = motif === '' ? `${asked}.` : `${asked} : ${motif}`
    await notifyOrganisateur(within, { type: 'RETRAIT', evenement, acteur, message })
    return demandeView(demande)
  })
}

/**
 * Marks an open request as one that names a minor. Only the call that changes it notifies the organiser.
 * @param deps with the database of a transaction
 */
async function addMineur(
  deps: DatabaseDeps,
  { acteur, media, open }: Pick<RemovalRequest, 'acteur' | 'media'> & { open: DemandeRow },
): Promise<DemandeRow> {
  const marked = await markMineur(deps.database, open.id)
  if (!marked) return (await findDemande(deps.database, open.id)) ?? open
  const evenement = orThrow(await findEvenement(deps.database, media.evenementId), 'media.introuvable')
  const who = nomComplet(acteur)
  const message = `${who} précise qu'un mineur figure sur le média dont le retrait est demandé.`
  await notifyOrganisateur(deps, { type: 'RETRAIT', evenement, acteur, message })
  return marked
}

/** Removal requests about media of an event: open ones first, of those the ones about a minor first. */
export async function listDemandes(
  { database }: Pick<DatabaseDeps, 'database'>,
  acteur: ActeurConnecte,
  evenementId: number,
): Promise<DemandeRetraitRecue[]> {
  return receivedViews(database, acteur, await findDemandesOfEvenement(database, evenementId))
}

export interface DemandeDecision {
  readonly acteur: ActeurConnecte
  readonly demande: DemandeRow
  readonly media: MediaAvecAuteur
}

/** Hides the media. The author is notified of the reason, not of the requester. */
export async function hideMedia(
  deps: DatabaseDeps,
  { acteur, demande, media }: DemandeDecision,
): Promise<DemandeRetraitRecue> {
  return transactionAs(deps, acteur, async (database) => {
    const shown = orThrow(await lockMedia(database, media.id), 'demande.introuvable')
    // Do not hide the media for a request that has been decided: no later decision would show it again.
    const current = orThrow(await findDemande(database, demande.id), 'demande.introuvable')
    if (current.statut !== 'EN_ATTENTE') throw new Problem('demande.deja_decidee')
    if (shown.statut !== 'REJETE') {
      await moderateWithin({ ...deps, database }, { acteur, media: shown, statut: 'REJETE', raison: raisonRetrait })
      await keepStatutAvantMasque(database, shown)
    }
    return receivedView(database, acteur, current)
  })
}

/**
 * Decides a request and notifies the requester. Accepting it removes the media permanently and accepts all other
 * requests about it. Refusing it gives a media that was hidden because of a request its former statut, if no other
 * request is open; a media in the bin gets it when it is restored. The same decision again changes nothing.
 * @throws Problem demande.deja_decidee
 */
export async function decideDemande(
  deps: DatabaseDeps,
  { acteur, demande, media, statut }: DemandeDecision & { statut: Exclude<StatutDemandeRetrait, 'EN_ATTENTE'> },
): Promise<DemandeRetraitRecue> {
  return transactionAs(deps, acteur, async (database) => {
    const within = { ...deps, database }
    const current = orThrow(await lockMedia(database, media.id), 'demande.introuvable')
    const which = statut === 'ACCEPTEE' ? { mediaId: media.id } : { id: demande.id }
    const isRemoved = current.statut === 'SUPPRIME'
    const staysAway = isRemoved || (current.statut === 'REJETE' && current.raison !== raisonRetrait)
    const decided = await answerDemandes(within, which, { statut, evenementId: media.evenementId, staysAway })
    const own = decided.find(({ id }) => id === demande.id)
    if (!own) return decidedView(database, { acteur, id: demande.id, statut })
    if (statut === 'ACCEPTEE' && !isRemoved)
      await moderateWithin(within, { acteur, media, statut: 'SUPPRIME', raison: raisonRetrait })
    // Leaves the bin, so that the organiser cannot restore it, even if it was removed before the request.
    if (statut === 'ACCEPTEE') await emptyOfCorbeille(database, deps.clock, media.id)
    // The list of the bin.
    if (isRemoved) await publishMediaChange(database, current)
    if (statut === 'REFUSEE' && !(await hasDemandeOuverte(database, media.id)))
      await showAgain(within, { acteur, media: current })
    return receivedView(database, acteur, own)
  })
}

/** The request, if it has this decision already. */
async function decidedView(
  database: Database,
  { acteur, id, statut }: { acteur: ActeurConnecte; id: number; statut: StatutDemandeRetrait },
): Promise<DemandeRetraitRecue> {
  const demande = orThrow(await findDemande(database, id), 'demande.introuvable')
  if (demande.statut !== statut) throw new Problem('demande.deja_decidee')
  return receivedView(database, acteur, demande)
}

/**
 * Gives a hidden media its former statut, in the bin the one that its restore sets. Without one, it was hidden before
 * the statut was kept: members saw it. `REJETE`: its author was blocked after it was hidden, and all their media were
 * rejected.
 */
async function showAgain(deps: DatabaseDeps, hidden: Pick<DemandeDecision, 'acteur' | 'media'>): Promise<void> {
  const { id, statut, raison, raisonAvant, corbeilleLe, statutAvantMasque } = hidden.media
  if (statutAvantMasque === 'REJETE') return
  if (corbeilleLe !== null && raisonAvant === raisonRetrait)
    await changeStatutAvant(deps.database, { id, statutAvant: statutAvantMasque ?? 'VALIDE' })
  if (statut !== 'REJETE' || raison !== raisonRetrait) return
  if (statutAvantMasque === 'EN_ATTENTE') await putBack(deps, hidden)
  else await moderateWithin(deps, { ...hidden, statut: 'VALIDE' })
}

async function receivedView(
  database: Database,
  acteur: ActeurConnecte,
  demande: DemandeRow,
): Promise<DemandeRetraitRecue> {
  const [view] = await receivedViews(database, acteur, [demande])
  return orThrow(view, 'demande.introuvable')
}

/** Requests with their media and people, in two queries. */
async function receivedViews(
  database: Database,
  acteur: ActeurConnecte,
  demandes: readonly DemandeRow[],
): Promise<DemandeRetraitRecue[]> {
  const ids = demandes.map(({ mediaId }) => mediaId)
  const medias = new Map((await findMedias(database, ids)).map((media) => [media.id, media]))
  const people = await findPrenoms(
    database,
    demandes.flatMap(({ demandeurId }) => demandeurId ?? []),
  )
  return demandes.map((demande) => {
    const media = orThrow(medias.get(demande.mediaId), 'demande.introuvable')
    const { demandeurId, decideLe } = demande
    const person = demandeurId === null ? undefined : people.get(demandeurId)
    const demandeur =
      person && demandeurId !== null ? { id: demandeurId, prenom: person.prenom, nom: person.nom } : null
    return { ...demandeView(demande), decideLe, demandeur, media: mediaView(media, acteur) }
  })
}

function demandeView({ id, mediaId, motif, mineur, statut, creeLe }: DemandeRow): DemandeRetrait {
  return { id, media_id: mediaId, motif, mineur: mineur === 1, statut, creeLe }
}
