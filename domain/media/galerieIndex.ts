import * as v from 'valibot'
import { differencesOf, differencesSchema, sumsOf } from '#domain/media/differences.ts'
import { type Media, statutsMedia, type StatutMedia, type TypeMedia, typesMedia } from '#domain/media/media.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

/** Data of a media that the grid needs before its row is loaded. */
export interface EntreeGalerie {
  readonly id: number
  /** When it was taken, in whole minutes since 1970: the row has the exact instant. */
  readonly minute: number
  /** Width over height, to the hundredth; null while the size is unknown. */
  readonly ratio: number | null
  readonly auteur: Media['auteur']
  readonly statut: StatutMedia
  readonly type: TypeMedia
  readonly favori: boolean
  /** Whether a preview can be shown. */
  readonly apercu: boolean
}

/**
 * The media of an event as columns of text, author by author in the order of their numbers: media of one phone are
 * adjacent, and 10 000 of them fit into a few kilobytes once compressed. `id` and `minute` hold differences to the
 * media before; the other columns have one character a media, which stands for a place in a list.
 */
export const galerieIndexSchema = v.pipe(
  v.object({
    auteurs: v.array(personneSchema),
    /** Width over height in hundredths; 0 where it is unknown. */
    formats: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
    id: differencesSchema,
    minute: differencesSchema,
    auteur: v.string(),
    format: v.string(),
    /** Place in the list of statuts; an unknown one counts as pending. */
    statut: v.string(),
    type: v.string(),
    favori: v.string(),
    apercu: v.string(),
  }),
  v.check(({ auteurs, formats, id, minute, ...places }) => {
    const { length } = sumsOf(id)
    return (
      sumsOf(minute).length === length &&
      Object.values(places).every((column) => column.length === length) &&
      namesOnly(places.auteur, auteurs.length) &&
      namesOnly(places.format, formats.length)
    )
  }),
)
export type GalerieIndex = v.InferOutput<typeof galerieIndexSchema>

/**
 * Packs the media of a gallery, each read once: there may be 100 000.
 * @param entrees in any order; in the order of the index, sorting costs nothing
 */
export function encodeGalerie(entrees: readonly EntreeGalerie[]): GalerieIndex {
  const ordered = entrees.toSorted((a, b) => a.auteur.id - b.auteur.id || a.id - b.id)
  const auteurs: Media['auteur'][] = []
  const placeOfFormat = new Map<number, number>()
  const texts = { auteur: '', format: '', statut: '', type: '', favori: '', apercu: '' }
  for (const entree of ordered) {
    if (auteurs.at(-1)?.id !== entree.auteur.id) auteurs.push(entree.auteur)
    const hundredths = Math.round((entree.ratio ?? 0) * 100)
    const format = placeOfFormat.get(hundredths) ?? placeOfFormat.size
    if (format === placeOfFormat.size) placeOfFormat.set(hundredths, format)
    texts.auteur += characterOf(auteurs.length - 1)
    texts.format += characterOf(format)
    texts.statut += characterOf(statutsMedia.indexOf(entree.statut))
    texts.type += characterOf(typesMedia.indexOf(entree.type))
    texts.favori += characterOf(Number(entree.favori))
    texts.apercu += characterOf(Number(entree.apercu))
  }
  return {
    auteurs,
    formats: [...placeOfFormat.keys()],
    id: differencesOf(ordered.map(({ id }) => id)),
    minute: differencesOf(ordered.map(({ minute }) => minute)),
    ...texts,
  }
}

/**
 * The media of a gallery, newest minute first, within a minute the latest number. @param index as its schema takes it
 */
export function decodeGalerie(index: GalerieIndex): EntreeGalerie[] {
  const [ids, minutes] = [sumsOf(index.id), sumsOf(index.minute)]
  const entrees: EntreeGalerie[] = []
  for (const [at, id] of ids.entries()) {
    const auteur = index.auteurs[placeAt(index.auteur, at)]
    const format = index.formats[placeAt(index.format, at)] ?? 0
    if (auteur === undefined) continue
    entrees.push({
      id,
      minute: minutes[at] ?? 0,
      ratio: format === 0 ? null : format / 100,
      auteur,
      statut: statutsMedia[placeAt(index.statut, at)] ?? 'EN_ATTENTE',
      type: typesMedia[placeAt(index.type, at)] ?? 'IMAGE',
      favori: placeAt(index.favori, at) === 1,
      apercu: placeAt(index.apercu, at) === 1,
    })
  }
  return entrees.toSorted((a, b) => b.minute - a.minute || b.id - a.id)
}

/** "0": the characters behind it go over the wire as they are, and there are more of them than people at any event. */
const firstCharacter = 48

function characterOf(place: number): string {
  return String.fromCharCode(firstCharacter + place)
}

function placeAt(column: string, at: number): number {
  return column.charCodeAt(at) - firstCharacter
}

/** Whether every character encodes a position in a list of this length. */
function namesOnly(column: string, count: number): boolean {
  for (let at = 0; at < column.length; at += 1) {
    const place = placeAt(column, at)
    if (place < 0 || place >= count) return false
  }
  return true
}
