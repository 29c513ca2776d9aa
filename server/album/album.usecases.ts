import { hourMs } from '#domain/contract/durations.ts'
import { type ChoixAlbum, type LienAlbum, type OffreAlbum, partageMax } from '#domain/album/album.ts'
import { choixPermis } from '#domain/permissions/album.permissions.ts'
import { isoFromNow, nowIso, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { wholeAmong } from '../storage/wholeAmong.ts'
import { zipOf } from '../zip/zip.ts'
import {
  type AlbumMedia,
  albumMediaPages,
  countAlbumMedias,
  findAlbumMedias,
  findRecus,
  insertLien,
} from './album.repository.ts'
import { type Choix, type EntryDeps, entriesOf, isChosen, isGivable, isReservedGiven, nameOf } from './albumEntries.ts'
import { packIds, unpackIds } from './idList.ts'

export interface AlbumDeps extends EntryDeps {
  readonly clock: Clock
}

/** Enough for gigabytes over a slow connection with interruptions. */
const lienLifeMs = 6 * hourMs
const linkRate = { limit: 60, windowMs: hourMs }

type Recu = Awaited<ReturnType<typeof findRecus>>[number]

/** A person, and the event whose album the person downloads. */
export interface Preneur {
  readonly acteur: ActeurConnecte
  readonly evenement: EvenementRow
}

/** The choices that a person can download, with size and new media. */
export async function offresOf(deps: AlbumDeps, preneur: Preneur): Promise<OffreAlbum[]> {
  const { database } = deps
  const evenementId = preneur.evenement.id
  const permis = await permisOf(deps, preneur)
  const counts = await countAlbumMedias(database, evenementId)
  const recus = await findRecus(database, keyOf(preneur))
  const offres: OffreAlbum[] = []
  for (const choix of permis) {
    const chosen = { choix, utilisateurId: preneur.acteur.id }
    const recu = recus.find((one) => one.choix === choix)
    const nouveautes = recu
      ? { depuis: recu.depuis, ...(await lotSince(database, { chosen, evenementId, recu })) }
      : null
    offres.push({ choix, ...lotOfCounts(chosen, counts), nouveautes })
  }
  return offres
}

/** Number and bytes of the media of a choice, and how many are withheld. */
function lotOfCounts(chosen: Choix, { all, reserved }: Awaited<ReturnType<typeof countAlbumMedias>>) {
  const sumOf = (rows: typeof all) => {
    const within = rows.filter((row) => isChosen(chosen, row))
    const total = (column: 'nombre' | 'octets') => within.reduce((sum, row) => sum + Number(row[column]), 0)
    return { nombre: total('nombre'), octets: total('octets') }
  }
  const whole = sumOf(all)
  const withheld = isReservedGiven(chosen) ? { nombre: 0, octets: 0 } : sumOf(reserved)
  return {
    nombre: whole.nombre - withheld.nombre,
    octets: whole.octets - withheld.octets,
    absents: withheld.nombre,
  }
}

/** What was added to a choice since its last download: the number of rows is that of the album. */
async function lotSince(
  database: Database,
  { chosen, evenementId, recu }: { chosen: Choix; evenementId: number; recu: Recu },
) {
  const known = knownOf(recu)
  const lot = { nombre: 0, octets: 0 }
  for await (const medias of albumMediaPages(database, evenementId))
    for (const media of medias)
      if (!known.has(media.id) && isChosen(chosen, media) && isGivable(chosen, media)) {
        lot.nombre += 1
        lot.octets += media.taille
      }
  return lot
}

/**
 * Freezes the list of media of a choice and creates a link to it.
 * @throws Problem media.acces_refuse for a choice that the person may not download, album.vide,
 * requete.trop_de_tentatives, session.expiree when the session has ended since the start of the request
 */
export async function createLien(
  deps: AlbumDeps,
  preneur: Preneur,
  { choix, nouveautes }: { choix: ChoixAlbum; nouveautes: boolean },
): Promise<LienAlbum> {
  const { database, clock } = deps
  const { acteur } = preneur
  await assertChoix(deps, preneur, choix)
  await countAttempt({ database, clock }, { cle: `album:${acteur.id}`, ...linkRate })
  const chosen = { choix, utilisateurId: acteur.id }
  const chosenMedias = await mediasOf(database, preneur, { chosen, nouveautes })
  // A missing or truncated file would abort every download. The answer contains the number of those left out.
  const given = await wholeAmong(
    deps.storage,
    chosenMedias.filter((media) => isGivable(chosen, media)),
  )
  if (given.length === 0) throw new Problem('album.vide')
  const zip = zipOf(entriesOf(deps, chosen, given))
  const secret = newSecret()
  const expire = isoFromNow(clock, lienLifeMs)
  await database.transaction().execute(async (transaction) => {
    const { session } = await lockLiveSession({ database: transaction, clock }, acteur)
    await insertLien(transaction, {
      ...keyOf(preneur),
      tokenHash: secretHash(secret),
      sessionId: session.jti,
      choix,
      medias: packIds(given.map(({ id }) => id)),
      empreinte: zip.hash,
      recu: 0,
      creeLe: nowIso(clock),
      expire,
    })
  })
  return {
    adresse: `/api/albums/${secret}`,
    expire,
    nombre: given.length,
    octets: zip.size,
    absents: chosenMedias.length - given.length,
    fichiers: given.length > partageMax ? null : given.map(fichierOf),
  }
}

/** @throws Problem media.acces_refuse when the person may not download this choice */
export async function assertChoix(deps: DatabaseDeps, preneur: Preneur, choix: ChoixAlbum): Promise<void> {
  if (!(await permisOf(deps, preneur)).includes(choix)) throw new Problem('media.acces_refuse')
}

async function permisOf({ database, clock }: DatabaseDeps, preneur: Preneur): Promise<readonly ChoixAlbum[]> {
  const { acteur, evenement } = preneur
  const inscription = await findInscriptionOf(database, keyOf(preneur))
  const statutInscription = inscription?.statutInscription ?? null
  return choixPermis({ acteur, statutInscription, now: clock.now().getTime() }, evenement)
}

/** The key of what is stored for a person and an event. */
export function keyOf({ acteur, evenement }: Preneur): { utilisateurId: number; evenementId: number } {
  return { utilisateurId: acteur.id, evenementId: evenement.id }
}

async function mediasOf(
  database: Database,
  preneur: Preneur,
  { chosen, nouveautes }: { chosen: Choix; nouveautes: boolean },
): Promise<AlbumMedia[]> {
  const medias = (await findAlbumMedias(database, preneur.evenement.id)).filter((media) => isChosen(chosen, media))
  if (!nouveautes) return medias
  const recu = (await findRecus(database, keyOf(preneur))).find(({ choix }) => choix === chosen.choix)
  const known = knownOf(recu)
  return medias.filter(({ id }) => !known.has(id))
}

function knownOf(recu: Recu | undefined): ReadonlySet<number> {
  return new Set(unpackIds(recu?.medias ?? ''))
}

function fichierOf(media: AlbumMedia) {
  return { id: media.id, nom: nameOf(media), mime: media.mime, type: media.type, taille: media.taille }
}
