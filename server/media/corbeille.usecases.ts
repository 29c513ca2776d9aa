import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { corbeilleDays, type Media, type MediaCorbeille } from '#domain/media/media.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { answerDemandes } from '../demandeRetrait/demandeAnswers.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { publishMediaChange } from '../live/changes.ts'
import { lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { notifyAuteur } from './auteurNotifications.ts'
import {
  emptyOfCorbeille,
  findCorbeille,
  findExpired,
  findIdsInCorbeille,
  takeOutOfCorbeille,
} from './corbeille.repository.ts'
import { findDuplicate, lockMedia, type MediaAvecAuteur } from './media.repository.ts'
import { readMediaFor } from './media.usecases.ts'
import { changeInBatches } from './mediaBatches.ts'
import { mediaView } from './mediaView.ts'
import { workEach } from '../workEach.ts'

const lifeMs = corbeilleDays * dayMs

/** The media that an organiser removed from the event in the last 30 days. */
export async function listCorbeille(
  { database }: DatabaseDeps,
  acteur: ActeurConnecte,
  evenementId: number,
): Promise<MediaCorbeille[]> {
  return (await findCorbeille(database, evenementId)).map((media) => {
    const supprimeLe = media.corbeilleLe ?? ''
    return {
      media: mediaView(media, acteur),
      statutAvant: media.statutAvant ?? 'EN_ATTENTE',
      supprimeLe,
      effaceLe: new Date(Date.parse(supprimeLe) + lifeMs).toISOString(),
    }
  })
}

/**
 * Restores a media from the bin to its former statut. Idempotent: a media that is no longer removed is returned as it
 * is.
 * @throws Problem media.introuvable when it has been erased, media.renvoye when its author has uploaded it again
 */
export async function restoreMedia(
  deps: DatabaseDeps,
  { acteur, media }: { acteur: ActeurConnecte; media: MediaAvecAuteur },
): Promise<Media> {
  await transactionAs(deps, acteur, async (database) => {
    // The same photo may be in a concurrent commit, which locks the author too.
    await lockUtilisateur(database, media.auteurId)
    const current = orThrow(await lockMedia(database, media.id), 'media.introuvable')
    if (current.statut !== 'SUPPRIME') return
    if (current.corbeilleLe === null) throw new Problem('media.introuvable')
    if (await findDuplicate(database, current)) throw new Problem('media.renvoye')
    const statut = current.statutAvant ?? 'EN_ATTENTE'
    const isDecided = statut !== 'EN_ATTENTE'
    const decided = isDecided
      ? { decideParId: acteur.id, dateValidation: nowIso(deps.clock) }
      : { decideParId: null, dateValidation: null }
    await takeOutOfCorbeille(database, current, decided)
    await publishMediaChange(database, { ...current, statut })
    const entry = {
      acteurId: acteur.id,
      action: 'media/restaurer',
      objet: `media:${media.id}`,
      detail: { statut },
    } as const
    await writeAudit(database, deps.clock, entry)
    await notifyAuteur({ ...deps, database }, current, { statut, raison: current.raisonAvant })
  })
  return readMediaFor(deps, acteur, media.id)
}

interface EmptyCorbeilleRequest {
  readonly acteur: ActeurConnecte
  readonly evenementId: number
  /** When the organiser saw the bin: media put into it later stay. ISO 8601; absent: all are erased. */
  readonly until?: string | undefined
}

/**
 * Erases the media in the bin of an event, in batches. A crash between two batches leaves the others in the bin: the
 * organiser still sees them, and empties it again.
 */
export async function emptyCorbeille(
  deps: DatabaseDeps,
  { acteur, evenementId, until }: EmptyCorbeilleRequest,
): Promise<void> {
  await changeInBatches(deps, {
    acteur,
    find: (after, limit) => findIdsInCorbeille(deps.database, { evenementId, after, limit }),
    change: (database, id) => eraseBinned({ ...deps, database }, { id, acteurId: acteur.id, until }),
  })
}

/** Erases media that have been in a bin for 30 days. The sweeper deletes their files. */
export async function eraseExpiredMedias({ database, clock }: DatabaseDeps): Promise<void> {
  const until = isoFromNow(clock, -lifeMs)
  await workEach(await findExpired(database, until), ({ id }) =>
    database
      .transaction()
      // One that was restored and removed again since then has 30 days more.
      .execute((transaction) => eraseBinned({ database: transaction, clock }, { id, acteurId: null, until })),
  )
}

async function eraseBinned(
  { database, clock }: DatabaseDeps,
  { id, acteurId, until }: { id: number; acteurId: number | null; until?: string | undefined },
): Promise<void> {
  const media = await emptyOfCorbeille(database, clock, id, until)
  if (!media) return
  await answerDemandes({ database, clock }, { mediaId: id }, { statut: 'ACCEPTEE', evenementId: media.evenementId })
  await publishMediaChange(database, media)
  await writeAudit(database, clock, { acteurId, action: 'media/efface', objet: `media:${id}` })
}
