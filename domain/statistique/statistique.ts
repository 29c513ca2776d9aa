import * as v from 'valibot'
import { dateIso } from '#domain/contract/fields.ts'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { statutsMedia } from '#domain/media/media.ts'

const counts = <K extends string>(keys: readonly [K, ...K[]]) =>
  v.object(Object.fromEntries(keys.map((key) => [key, v.number()])) as Record<K, ReturnType<typeof v.number>>)

/** Registrations and media by statut, as lists and statistics carry them (api, "Answers"). */
export const comptesSchema = v.object({ inscriptions: counts(statutsInscription), medias: counts(statutsMedia) })

/** Figures of one event or of several. */
export const statistiquesSchema = v.object({
  ...comptesSchema.entries,
  /** People who brought a media that is not removed. */
  contributeurs: v.number(),
  /** Media brought in each hour that saw one; `heure` is its first instant in UTC. Oldest first. */
  depotsParHeure: v.array(v.object({ heure: dateIso, nombre: v.number() })),
  /** Bytes of the originals that are not removed. */
  octets: v.number(),
})
export type Statistiques = v.InferOutput<typeof statistiquesSchema>
