import * as v from 'valibot'
import { dateIso } from '#domain/contract/fields.ts'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { statutsMedia } from '#domain/media/media.ts'
import { personneSchema } from '#domain/utilisateur/utilisateur.ts'

const counts = <K extends string>(keys: readonly [K, ...K[]]) =>
  v.object(Object.fromEntries(keys.map((key) => [key, v.number()])) as Record<K, ReturnType<typeof v.number>>)

/** Registrations and media by statut, as lists and statistics carry them. */
export const comptesSchema = v.object({ inscriptions: counts(statutsInscription), medias: counts(statutsMedia) })

/** Media uploaded in one hour, and how many of them are pending; `heure` is its first instant, in UTC. */
export const depotsHeureSchema = v.object({ heure: dateIso, nombre: v.number(), enAttente: v.number() })
export type DepotsHeure = v.InferOutput<typeof depotsHeureSchema>

/** Figures of one event or of several. */
export const statistiquesSchema = v.object({
  ...comptesSchema.entries,
  /** Number of people with at least one media that is not removed. */
  contributeurs: v.number(),
  /** Media uploaded in each hour with at least one, oldest first. */
  depotsParHeure: v.array(depotsHeureSchema),
  /** Bytes of the originals that are not removed. */
  octets: v.number(),
})
export type Statistiques = v.InferOutput<typeof statistiquesSchema>

/** A person with media in an event that are not removed. */
export const contributeurSchema = v.object({
  utilisateur: personneSchema,
  medias: v.number(),
  mediasValides: v.number(),
})
export type Contributeur = v.InferOutput<typeof contributeurSchema>
