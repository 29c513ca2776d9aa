import type { Insertable } from 'kysely'
import { searchTextOf, type StatutEvenement } from '#domain/evenement/evenement.ts'
import type { StatutMedia } from '#domain/media/media.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Block, dayFrom, evenementId, membreId, organisateurId } from './block.ts'

export function mediaId({ before }: Block, n: number): number {
  return before.medias + n + 1
}

/** The day of an event, from 700 days ago to 100 days ahead. */
function dayOf({ hasGiants }: Block, place: number): number {
  return hasGiants ? ((place * 7919) % 800) - 700 : place * 3 - 2
}

export function evenement(block: Block, n: number): Insertable<Schema['evenement']> {
  const { size, hasGiants } = block
  const day = dayOf(block, n)
  const statut: StatutEvenement = day > 0 ? 'PLANIFIE' : day > -2.5 ? 'EN_COURS' : 'TERMINE'
  const giant = Math.floor(size.evenements / 10)
  const createur = hasGiants && n >= giant ? 1 + (n % (size.organisateurs - 1)) : 0
  const texts = {
    titre: `Mariage ${n} de Léa et Karim`,
    description: 'Une fête au bord du lac',
    lieu: `Annecy ${n % 90}`,
  }
  return {
    id: evenementId(block, n),
    createurId: organisateurId(block, createur),
    ...texts,
    recherche: searchTextOf(texts),
    capaciteMax: null,
    statut,
    statutManuel: 0,
    visibilite: hasGiants && (day > 0 || n % 2 === 0) ? 'PUBLIC' : 'PRIVE',
    dateDebut: dayFrom(block, day + n / 86_400),
    dateFin: dayFrom(block, day + 2.5),
    fuseau: 'Europe/Paris',
    dateCreation: dayFrom(block, day - 60),
  }
}

/** The place in the block of the event and the author of a media. */
export function mediaOf(block: Block, n: number): { place: number; auteurId: number } {
  const { size, hasGiants } = block
  const giant = hasGiants ? Math.floor(size.medias / 10) : 0
  const album = Math.floor(size.evenements / 10)
  const place = n < giant ? album : Math.floor(((n - giant) * size.evenements) / (size.medias - giant))
  return { place, auteurId: membreId(block, place, n) }
}

export function media(block: Block, n: number): Insertable<Schema['media']> {
  const id = mediaId(block, n)
  const { place, auteurId } = mediaOf(block, n)
  const { random } = block
  const [later, chance] = [random(), random()]
  // Within five days of the event, and never in the future.
  const deposit = Math.min(dayOf(block, place) + 5 * later, -later)
  const statut: StatutMedia =
    chance < 0.85 ? 'VALIDE' : chance < 0.93 ? 'EN_ATTENTE' : chance < 0.97 ? 'REJETE' : 'SUPPRIME'
  const isInBin = chance > 0.99
  return {
    id,
    evenementId: evenementId(block, place),
    auteurId,
    type: random() < 0.03 ? 'VIDEO' : 'IMAGE',
    mime: 'image/jpeg',
    taille: 2_000_000 + Math.floor(random() * 4_000_000),
    sha256: `empreinte-${id}`,
    sourceSha256: null,
    crc32: 0,
    crc32Masque: 0,
    plagesMasquees: '[[1000,200]]',
    fichier: `large-${id}`,
    nomOriginal: `IMG_${id}.jpg`,
    statut,
    raison: null,
    favori: random() < 0.05 ? 1 : 0,
    largeur: 4032,
    hauteur: 3024,
    dureeMs: null,
    datePrise: dayFrom(block, deposit - random()),
    dateDepot: dayFrom(block, deposit),
    dateValidation: statut === 'EN_ATTENTE' ? null : dayFrom(block, deposit + 1),
    decideParId: null,
    thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
    variantesEtat: random() < 0.99 ? 'FAITES' : 'IMPOSSIBLES',
    variantesBail: null,
    consentementId: null,
    clientUploadId: `client-${id}`,
    corbeilleLe: isInBin ? dayFrom(block, -29 * random()) : null,
    statutAvant: isInBin ? 'VALIDE' : null,
    couverture: n % 90 === 0 ? 1 : 0,
  }
}
