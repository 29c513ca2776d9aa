import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { type StatutEvenement, statutEvenementSchema } from '#domain/evenement/evenement.ts'
import { fuseauAnswer } from '#domain/evenement/fuseau.ts'
import { readCodeCourt } from '#domain/lien/adresseCourte.ts'
import type { Label } from '#domain/texte/tone.ts'

/** How a person enters by an event link: at once, or to be validated by the organiser (product 11). */
export const entrees = ['DIRECTE', 'A_VALIDER'] as const
export type Entree = (typeof entrees)[number]
export const entreeSchema = v.picklist(entrees)
export const entreeLabels: Record<Entree, Label> = {
  DIRECTE: { label: 'Entrée directe', tone: 'green' },
  A_VALIDER: { label: 'À valider', tone: 'amber' },
}

/** A link's code, 128 random bits in base64url, or its short one in any spelling. */
export const codeLienSchema = v.union([
  v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  v.pipe(v.string(), v.maxLength(20), v.transform(readCodeCourt), v.string()),
])

/** An event link as its organiser reads it. */
export const lienSchema = v.object({
  id,
  code: v.string(),
  /** The whole address, to be shown, copied and printed as a QR code. */
  url: v.string(),
  /** A second, typable address of the same link; an older node of the service sends none. */
  adresseCourte: v.optional(v.nullable(v.string()), null),
  entree: entreeSchema,
  creeLe: dateIso,
  revoqueLe: v.nullable(dateIso),
})
export type Lien = v.InferOutput<typeof lienSchema>

/** What every holder of the link may know of the event. */
export const lienPublicSchema = v.object({
  entree: entreeSchema,
  /** Whether one may join by it now. */
  ouvert: v.boolean(),
  evenement: v.object({
    id,
    titre: v.string(),
    dateDebut: dateIso,
    dateFin: dateIso,
    fuseau: fuseauAnswer,
    lieu: v.string(),
    statut: statutEvenementSchema,
    createur: v.object({ prenom: v.string() }),
  }),
})
export type LienPublic = v.InferOutput<typeof lienPublicSchema>

/** A link is usable while PLANIFIE, EN_COURS or TERMINE (product 11). */
export function isLienOuvert(statut: StatutEvenement): boolean {
  return statut !== 'ANNULE'
}
