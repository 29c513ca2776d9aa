import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { type StatutEvenement, statutEvenementSchema } from '#domain/evenement/evenement.ts'
import { fuseauAnswer } from '#domain/evenement/fuseau.ts'
import type { Label } from '#domain/texte/tone.ts'

/** How a person enters by an event link: at once, or to be validated by the organiser (product 11). */
export const entrees = ['DIRECTE', 'A_VALIDER'] as const
export type Entree = (typeof entrees)[number]
export const entreeSchema = v.picklist(entrees)
export const entreeLabels: Record<Entree, Label> = {
  DIRECTE: { label: 'Entrée directe', tone: 'green' },
  A_VALIDER: { label: 'À valider', tone: 'amber' },
}

/** 128 random bits in base64url. */
export const codeLienSchema = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

/** An event link as its organiser reads it. */
export const lienSchema = v.object({
  id,
  code: v.string(),
  /** The whole address, to be shown, copied and printed as a QR code. */
  url: v.string(),
  entree: entreeSchema,
  creeLe: dateIso,
  revoqueLe: v.nullable(dateIso),
})
export type Lien = v.InferOutput<typeof lienSchema>

/** Details of the event that anyone with the link may read. */
export const lienPublicSchema = v.object({
  entree: entreeSchema,
  /** Whether the link can be used now. */
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
