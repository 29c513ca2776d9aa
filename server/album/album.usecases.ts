import { type ChoixAlbum, type LienAlbum, type OffreAlbum, partageMax } from '#domain/album/album.ts'
import { choixPermis } from '#domain/permissions/album.permissions.ts'
import { isoFromNow, nowIso, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { countAttempt } from '../tentative/tentative.ts'
import { zipOf } from '../zip/zip.ts'
import { type AlbumMedia, findAlbumMedias, findRecus, insertLien } from './album.repository.ts'
import { type Choix, type EntryDeps, entriesOf, isChosen, isGivable, nameOf } from './albumEntries.ts'
import { packIds, unpackIds } from './idList.ts'

export interface AlbumDeps extends EntryDeps {
  readonly clock: Clock
}

/** Enough for gigabytes over a slow connection with interruptions. */
const lienLifeMs = 6 * 3_600_000
const linkRate = { limit: 60, windowMs: 3_600_000 }

type Recu = Awaited<ReturnType<typeof findRecus>>[number]

/** A person, and the event whose album the person downloads. */
export interface Preneur {
  readonly acteur: ActeurConnecte
  readonly evenement: EvenementRow
}

/** The choices that a person can download, with size and new media. */
export async function offresOf(deps: AlbumDeps, preneur: Preneur): Promise<OffreAlbum[]> {
  const { database } = deps
  const permis = await permisOf(deps, preneur)
  const medias = await findAlbumMedias(database, preneur.evenement.id)
  const recus = await findRecus(database, keyOf(preneur))
  return permis.map((choix) => {
    const chosen = { choix, utilisateurId: preneur.acteur.id }
    return offreOf(
      chosen,
      medias.filter((media) => isChosen(chosen, media)),
      recus.find((recu) => recu.choix === choix),
    )
  })
}

function offreOf(chosen: Choix, medias: readonly AlbumMedia[], recu: Recu | undefined): OffreAlbum {
  const given = medias.filter((media) => isGivable(chosen, media))
  const known = knownOf(recu)
  const nouveautes = recu ? { depuis: recu.depuis, ...lotOf(given.filter(({ id }) => !known.has(id))) } : null
  return { choix: chosen.choix, ...lotOf(given), absents: medias.length - given.length, nouveautes }
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
  await requireChoix(deps, preneur, choix)
  await countAttempt({ database, clock }, { cle: `album:${acteur.id}`, ...linkRate })
  const chosen = { choix, utilisateurId: acteur.id }
  const chosenMedias = await mediasOf(database, preneur, { chosen, nouveautes })
  const given = await presentOf(deps, chosen, chosenMedias)
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
export async function requireChoix(deps: DatabaseDeps, preneur: Preneur, choix: ChoixAlbum): Promise<void> {
  if (!(await permisOf(deps, preneur)).includes(choix)) throw new Problem('media.acces_refuse')
}

async function permisOf({ database, clock }: DatabaseDeps, preneur: Preneur): Promise<readonly ChoixAlbum[]> {
  const inscription = await findInscriptionOf(database, keyOf(preneur))
  return choixPermis(preneur.acteur, preneur.evenement, inscription?.statutInscription ?? null, clock.now().getTime())
}

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

/** Leaves out missing and truncated files, which would abort every download. The answer contains their number. */
async function presentOf({ storage }: AlbumDeps, chosen: Choix, medias: readonly AlbumMedia[]) {
  const present: AlbumMedia[] = []
  for (const media of medias) {
    if (isGivable(chosen, media) && (await storage.size(media.fichier)) === media.taille) present.push(media)
  }
  return present
}

function lotOf(medias: readonly AlbumMedia[]): { nombre: number; octets: number } {
  return { nombre: medias.length, octets: medias.reduce((sum, { taille }) => sum + taille, 0) }
}

function fichierOf(media: AlbumMedia) {
  return { id: media.id, nom: nameOf(media), mime: media.mime, type: media.type, taille: media.taille }
}
