import { nowIso } from '../clock.ts'
import { lockName } from '../database/lock.ts'
import type { AlbumLienRow } from '../database/tables/albums.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { transactionAs } from '../grant/credential.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { findActeur } from '../session/activeActeur.ts'
import { findSession } from '../session/session.repository.ts'
import { type Zip, zipOf } from '../zip/zip.ts'
import { advanceLien, findAlbumMedias, findLien, findRecus, saveRecu } from './album.repository.ts'
import { type AlbumDeps, keyOf, type Preneur, assertChoix } from './album.usecases.ts'
import { type Choix, entriesOf, isChosen, kept } from './albumEntries.ts'
import { packIds, unpackIds } from './idList.ts'

const recheckMs = 1000

/** A link whose person may download its album. */
export interface UsableLien extends Preneur {
  readonly lien: AlbumLienRow
}

export interface OpenAlbum extends UsableLien {
  readonly zip: Zip
}

/**
 * Finds a link. Checks at every request that its person may still download the album.
 * @throws Problem album.introuvable for a link that is unknown, expired or ended
 */
export async function findUsableLien(deps: AlbumDeps, jeton: string): Promise<UsableLien> {
  const { database, clock } = deps
  const lien = orThrow(await findLien(database, secretHash(jeton), nowIso(clock)), 'album.introuvable')
  return { ...(await requirePreneur(deps, lien)), lien }
}

/**
 * Opens the frozen album of a link: reads the rows of all its media and hashes the directory of the archive.
 * @throws Problem album.change when one of its media was removed or its bytes would differ
 */
export async function openAlbum(deps: AlbumDeps, { acteur, evenement, lien }: UsableLien): Promise<OpenAlbum> {
  const chosen = { choix: lien.choix, utilisateurId: acteur.id }
  const ids = new Set(unpackIds(lien.medias))
  const medias = (await findAlbumMedias(deps.database, evenement.id)).filter(
    (media) => ids.has(media.id) && isChosen(kept(chosen), media),
  )
  const zip = zipOf(entriesOf({ ...deps, assertRight: rightOf(deps, lien) }, chosen, medias))
  if (zip.hash !== lien.empreinte) throw new Problem('album.change')
  return { acteur, evenement, lien, zip }
}

/** The person of a link and the event, if the person may download its album now. @throws Problem album.introuvable */
async function requirePreneur(deps: AlbumDeps, lien: AlbumLienRow): Promise<Preneur> {
  const acteur = orThrow(await findActeur(deps.database, lien.utilisateurId), 'album.introuvable')
  const evenement = orThrow(await findEvenement(deps.database, lien.evenementId), 'album.introuvable')
  await assertChoix(deps, { acteur, evenement }, lien.choix).catch(() => {
    throw new Problem('album.introuvable')
  })
  return { acteur, evenement }
}

/**
 * Checks the session and the right again during a download, at most once a second: an album has thousands of files.
 * A download that has begun may go on after its link expires.
 */
function rightOf(deps: AlbumDeps, lien: AlbumLienRow): () => Promise<void> {
  let checkedAt = deps.clock.now().getTime()
  return async () => {
    const now = deps.clock.now().getTime()
    if (now - checkedAt < recheckMs) return
    checkedAt = now
    const session = await findSession(deps.database, lien.sessionId)
    if (session !== undefined && session.finLe !== null) throw new Problem('album.introuvable')
    await requirePreneur(deps, lien)
  }
}

export interface SentRange {
  /** Offset of the response in the archive. */
  readonly start: number
  /** Number of bytes sent. */
  readonly bytes: number
  /** Whether the response was sent to the end. */
  readonly isWhole: boolean
}

/** Records the sent bytes of an album. After the last byte, its media are no longer new for the person. */
export async function recordSentRange(
  deps: AlbumDeps,
  { lien, zip, ...preneur }: OpenAlbum,
  sent: SentRange,
): Promise<void> {
  const end = sent.start + sent.bytes
  const received = await advanceLien(deps.database, { id: lien.id, start: sent.start, end })
  if (!sent.isWhole || end !== zip.size || received !== zip.size) return
  const chosen = { choix: lien.choix, utilisateurId: lien.utilisateurId }
  await keepAsTaken(deps, preneur, { chosen, medias: unpackIds(lien.medias), depuis: lien.creeLe })
}

/** Records single media that the person saved on the device. */
export async function noteTaken(
  deps: AlbumDeps,
  preneur: Preneur,
  { choix, medias }: Pick<Choix, 'choix'> & { medias: readonly number[] },
): Promise<void> {
  await assertChoix(deps, preneur, choix)
  const chosen = { choix, utilisateurId: preneur.acteur.id }
  const own = new Set(
    (await findAlbumMedias(deps.database, preneur.evenement.id))
      .filter((media) => isChosen(kept(chosen), media))
      .map(({ id }) => id),
  )
  const taken = medias.filter((id) => own.has(id))
  await keepAsTaken(deps, preneur, { chosen, medias: taken, depuis: nowIso(deps.clock) })
}

async function keepAsTaken(
  deps: AlbumDeps,
  preneur: Preneur,
  { chosen: { choix }, medias, depuis }: { chosen: Choix; medias: readonly number[]; depuis: string },
): Promise<void> {
  const key = keyOf(preneur)
  await transactionAs(deps, preneur.acteur, async (transaction) => {
    await lockName(transaction, `album:${key.utilisateurId}:${key.evenementId}`)
    const before = (await findRecus(transaction, key)).find((recu) => recu.choix === choix)
    const known = new Set([...unpackIds(before?.medias ?? ''), ...medias])
    const last = before && before.depuis > depuis ? before.depuis : depuis
    await saveRecu(transaction, { ...key, choix, medias: packIds(known), depuis: last })
  })
}
