import type { Selectable } from 'kysely'
import type { AuditEntry } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { MediaTable } from '../database/tables/medias.ts'
import { publishMediaChange } from '../live/changes.ts'
import { eraseLater, setCouverture, setFavori } from '../media/media.repository.ts'
import type { Storage } from '../storage/storage.ts'
import { wholeAmong } from '../storage/wholeAmong.ts'
import type { Merge } from './merge.ts'
import { mergeDemandesAbout } from './mergeDemandes.ts'

const columns = [
  ...([
    'id',
    'evenementId',
    'auteurId',
    'sha256',
    'sourceSha256',
    'statut',
    'raison',
    'decideParId',
    'dateValidation',
    'fichier',
    'taille',
    'favori',
    'couverture',
  ] as const),
]
type Photo = Pick<Selectable<MediaTable>, (typeof columns)[number]>

const ranks = { VALIDE: 2, REJETE: 1, EN_ATTENTE: 0, SUPPRIME: 0 } as const

/** A media that ended because the same photo has another one. */
interface EndedTwin {
  readonly twin: Photo
  readonly kept: Photo
}

/**
 * The files that the storage does not have, of the media of both people that have a twin. Read before the transaction:
 * the storage may be slow. Files, not media: a media whose photo is sent again in between has another file.
 */
export async function findLostTwins(
  database: Database,
  storage: Pick<Storage, 'size'>,
  { guest, account }: Merge,
): Promise<ReadonlySet<string>> {
  const [ofGuest, ofAccount] = [
    await findRemainingPhotos(database, guest),
    await findRemainingPhotos(database, account),
  ]
  const twins = [
    ...ofGuest.filter((photo) => hasTwin(photo, ofAccount)),
    ...ofAccount.filter((photo) => hasTwin(photo, ofGuest)),
  ]
  const whole = new Set(await wholeAmong(storage, twins))
  return new Set(twins.filter((photo) => !whole.has(photo)).map(({ fichier }) => fichier))
}

/**
 * Ends one of two media of the same photo in the same event (product 24), before the guest's get the account's id. One
 * that has its file stays before one that has lost it. Of two whole ones, the one that the organiser has decided on
 * stays, shown before rejected, otherwise the account's. What refers to the other (removal requests, favourite,
 * cover, receipts) moves to it, and the decision too when it was about the same bytes.
 * @param deps with the database of a transaction
 * @param lost see {@link findLostTwins}
 * @returns the media that ended, for {@link twinEntries}
 */
export async function mergeTwins(
  deps: DatabaseDeps,
  { guest, account }: Merge,
  lost: ReadonlySet<string>,
): Promise<EndedTwin[]> {
  const { database } = deps
  const rank = ({ fichier, statut }: Photo) => (lost.has(fichier) ? 0 : ranks.VALIDE + 1) + ranks[statut]
  const ended: EndedTwin[] = []
  let others = await findRemainingPhotos(database, account)
  for (const photo of await findRemainingPhotos(database, guest)) {
    const twins = others.filter((other) => isTwin(photo, other))
    if (twins.length === 0) continue
    // Sorting is stable: with equal ranks the account's is first.
    const [kept = photo, ...rest] = [...twins, photo].toSorted((a, b) => rank(b) - rank(a))
    // Two different media of the account may match the guest's: both stay unless the guest's does.
    const ending = kept.id === photo.id ? rest : [photo]
    for (const twin of ending) await endTwin(deps, { twin, kept, account })
    others = others.filter((other) => !ending.includes(other))
    ended.push(...ending.map((twin) => ({ twin, kept })))
  }
  return ended
}

/**
 * The audit entries of ended media. They are written with the last entry of a fusion: every audited change of others
 * waits from the first one to the commit.
 */
export function twinEntries(ended: readonly EndedTwin[], acteurId: number): AuditEntry[] {
  return ended.map(({ twin, kept }) => ({
    acteurId,
    action: 'media/reuni',
    objet: `media:${twin.id}`,
    detail: { de: twin.statut, reste: kept.id },
  }))
}

/** Publishes that the guest's media have another author. One change for each event and visibility is enough. */
export async function publishMoved(database: Database, { account }: Merge, photos: readonly Photo[]): Promise<void> {
  const changes = new Map(photos.map((photo) => [`${photo.evenementId} ${photo.statut}`, photo]))
  for (const { evenementId, statut } of changes.values())
    await publishMediaChange(database, { evenementId, auteurId: account, statut })
}

/** Media of a person that are not removed, oldest first. */
export function findRemainingPhotos(database: Database, auteurId: number): Promise<Photo[]> {
  return database
    .selectFrom('media')
    .select(columns)
    .where('auteurId', '=', auteurId)
    .where('statut', '<>', 'SUPPRIME')
    .orderBy('id')
    .execute()
}

function hasTwin(photo: Photo, others: readonly Photo[]): boolean {
  return others.some((other) => isTwin(photo, other))
}

function isTwin(a: Photo, b: Photo): boolean {
  const isSameFile = a.sourceSha256 !== null && a.sourceSha256 === b.sourceSha256
  return a.evenementId === b.evenementId && (a.sha256 === b.sha256 || isSameFile)
}

async function endTwin(
  { database, clock }: DatabaseDeps,
  { twin, kept, account }: EndedTwin & { account: number },
): Promise<void> {
  const now = nowIso(clock)
  for (const table of ['demandeRetrait', 'notification', 'upload'] as const)
    await database.updateTable(table).set({ mediaId: kept.id }).where('mediaId', '=', twin.id).execute()
  await mergeDemandesAbout(database, kept.id)
  if (twin.favori === 1) await setFavori(database, kept.id, 1)
  if (twin.couverture === 1) await setCouverture(database, kept, 1)
  if (twin.sha256 === kept.sha256 && ranks[twin.statut] > ranks[kept.statut]) await moveDecision(database, twin, kept)
  await database
    .updateTable('media')
    .set((update) => ({
      statut: 'SUPPRIME',
      corbeilleLe: null,
      couverture: 0,
      decideParId: account,
      dateValidation: now,
      version: update('version', '+', 1),
    }))
    .where('id', '=', twin.id)
    .execute()
  await eraseLater(database, [twin.fichier], now)
  await publishMediaChange(database, twin)
}

/** The kept media gets the decision about a twin that has lost its file. */
async function moveDecision(database: Database, { statut, raison, decideParId, dateValidation }: Photo, kept: Photo) {
  await database
    .updateTable('media')
    .set((update) => ({ statut, raison, decideParId, dateValidation, version: update('version', '+', 1) }))
    .where('id', '=', kept.id)
    .execute()
  await publishMediaChange(database, { ...kept, statut }, kept.statut)
}
