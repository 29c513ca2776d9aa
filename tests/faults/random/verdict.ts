import { createHash } from 'node:crypto'
import type { MediaRow } from '#server/database/tables/medias.ts'
import { inspect } from '#server/integrity/inspect.ts'
import { sentenceOf } from '#server/integrity/finding.ts'
import { sweep } from '#server/upload/sweeper.ts'
import type { ApiActions } from './apiActions.ts'
import type { Fault, Shot } from './phone.ts'
import type { Setting } from './setting.ts'

interface Case {
  readonly setting: Setting
  readonly apiActions: ApiActions
  readonly shots: readonly Shot[]
}

interface Verdict {
  readonly faults: Fault[]
  readonly delivered: number
}

const laterMs = 2 * 3_600_000

/** Active media of the same photo, person and event. */
export async function doubles({ parts }: Setting): Promise<Fault[]> {
  const groups = await parts.database
    .selectFrom('media')
    .select(['auteurId', 'evenementId', 'sha256', (of) => of.fn.countAll<number>().as('nombre')])
    .where('statut', '<>', 'SUPPRIME')
    .groupBy(['auteurId', 'evenementId', 'sha256'])
    .having((of) => of.fn.countAll(), '>', 1)
    .execute()
  return groups.map(({ nombre, sha256 }) => ({
    kind: 'duplicated',
    what: `${nombre} media of one photo`,
    photo: sha256,
  }))
}

/**
 * Names of photos that stay on the phone as refused: their person sent the same photo before, and the organiser has
 * rejected it (product 24).
 */
export async function rejectedBefore({ parts, guests }: Setting, shots: readonly Shot[]): Promise<Set<string>> {
  await guests.learn()
  const rejected = await parts.database.selectFrom('media').selectAll().where('statut', '=', 'REJETE').execute()
  const refused = shots
    .filter(({ state }) => state === 'failed')
    .filter((shot) => rejected.some((media) => isItself(media, { ...shot, ownerId: guests.personOf(shot.ownerId) })))
  return new Set(refused.map(({ name }) => name))
}

/**
 * Checks database and files against the accepted photos and decisions. @param held names of photos still on the phones
 */
export async function verdict(given: Case, held: ReadonlySet<string>): Promise<Verdict> {
  const { setting, apiActions } = given
  const { guests } = setting
  await guests.learn()
  const shots = given.shots.map((shot) => ({ ...shot, ownerId: guests.personOf(shot.ownerId) }))
  const medias = await setting.parts.database.selectFrom('media').selectAll().execute()
  const byName = new Map(shots.map((shot) => [shot.name, shot]))
  const faults = [...(await doubles(setting)), ...(await guests.strangers())]
  for (const media of medias) {
    const shot = byName.get(media.nomOriginal ?? '')
    const said =
      (await damageOf(setting, media)) ?? strangenessOf(media, shot, shots) ?? forbiddenState(media, apiActions)
    if (said) faults.push({ ...said, photo: media.nomOriginal ?? String(media.id) })
  }
  const corrupted = new Set(faults.filter(({ kind }) => kind !== 'unexpected').map(({ photo }) => photo))
  let delivered = 0
  for (const shot of shots) {
    if (!shot.isAccepted || (shot.ended && shot.state !== 'done')) continue
    const isDelivered = medias.some((media) => isItself(media, shot) && isThere(media, shot, apiActions))
    if (isDelivered) delivered += 1
    if (isDelivered || shot.ended || corrupted.has(shot.name) || held.has(shot.name)) continue
    faults.push({ kind: 'lost', what: `neither on the server nor on the phone (${shot.state})`, photo: shot.name })
  }
  return { faults, delivered }
}

/** The output of `npm run integrity` after a sweep of old and new files. */
export async function findings({ parts }: Setting): Promise<Fault[]> {
  const { database, medias } = parts
  const clock = { now: () => new Date(Date.now() + laterMs) }
  await sweep({ ...medias, database, clock })
  const faults: Fault[] = []
  for await (const finding of inspect({ database, storage: medias.storage, clock })) {
    faults.push({ kind: 'unexpected', what: sentenceOf(finding), photo: '' })
  }
  return faults
}

type Said = Omit<Fault, 'photo'> | null

async function damageOf({ parts }: Setting, { statut, fichier, sha256 }: MediaRow): Promise<Said> {
  if (statut === 'SUPPRIME') return null
  if ((await parts.medias.storage.size(fichier)) === null) return { kind: 'lost', what: 'a media without its file' }
  const hash = createHash('sha256')
  for await (const piece of parts.medias.storage.read(fichier)) hash.update(piece as Buffer)
  return hash.digest('hex') === sha256 ? null : { kind: 'corrupted', what: 'the file is not what was received' }
}

/** A media must have the declared bytes, person and event, and must not be cancelled. */
function strangenessOf(media: MediaRow, shot: Shot | undefined, shots: readonly Shot[]): Said {
  if (!shot) return { kind: 'unexpected', what: 'a media that was not picked' }
  if (media.auteurId !== shot.ownerId || media.evenementId !== shot.evenementId) {
    return { kind: 'mixed', what: 'delivered as another person or to another event' }
  }
  if (media.sha256 !== shot.sha256) return { kind: 'corrupted', what: 'other bytes than were picked' }
  const isGivenUp = shot.ended === 'cancelled' && shot.state !== 'done'
  const isWanted = shots.some((other) => other.isAccepted && !other.ended && isItself(media, other))
  if (!isGivenUp || isWanted || media.statut === 'SUPPRIME') return null
  return { kind: 'unexpected', what: 'given up, said to be cancelled, and on the server' }
}

function forbiddenState(media: MediaRow, { decisions, favoris }: ApiActions): Said {
  const { statut, raison } = decisions.get(media.id) ?? { statut: 'EN_ATTENTE', raison: null }
  const favori = favoris.has(media.id) ? 1 : 0
  if (media.statut === statut && media.raison === raison && media.favori === favori) return null
  const stands = [media.statut, media.raison, media.favori].join(' ')
  return { kind: 'unexpected', what: `stands as ${stands}, decided was ${[statut, raison, favori].join(' ')}` }
}

function isItself(media: MediaRow, shot: Shot): boolean {
  return media.auteurId === shot.ownerId && media.evenementId === shot.evenementId && media.sha256 === shot.sha256
}

/** Active, or deleted by a person after it was picked. */
function isThere(media: MediaRow, shot: Shot, { decisions }: ApiActions): boolean {
  return media.statut !== 'SUPPRIME' || (decisions.get(media.id)?.at ?? -1) >= shot.at
}
