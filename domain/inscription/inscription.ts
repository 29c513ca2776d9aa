import * as v from 'valibot'
import type { Label } from '#domain/texte/tone.ts'
import { dateIso, id } from '#domain/contract/fields.ts'

export const statutsInscription = ['EN_ATTENTE', 'VALIDE', 'ANNULE'] as const
export type StatutInscription = (typeof statutsInscription)[number]
export const statutInscriptionSchema = v.picklist(statutsInscription)
export const statutInscriptionLabels: Record<StatutInscription, Label> = {
  EN_ATTENTE: { label: 'En attente', tone: 'amber' },
  VALIDE: { label: 'Validée', tone: 'green' },
  ANNULE: { label: 'Annulée', tone: 'red' },
}

export const typesParticipation = ['EN_LIGNE', 'SUR_PLACE'] as const
export type TypeParticipation = (typeof typesParticipation)[number]
export const typeParticipationSchema = v.picklist(typesParticipation)
export const typeParticipationLabels: Record<TypeParticipation, string> = {
  EN_LIGNE: 'En ligne',
  SUR_PLACE: 'Sur place',
}

export const inscriptionSchema = v.object({
  id,
  user: v.object({
    id,
    nom: v.string(),
    prenom: v.string(),
    /** Empty for a guest. */
    email: v.string(),
    invite: v.optional(v.boolean(), false),
  }),
  dateInscription: dateIso,
  statutInscription: statutInscriptionSchema,
  typeParticipation: typeParticipationSchema,
  /** The link by which the person came; null for another way, and from before links were noted. */
  lienId: v.optional(v.nullable(id), null),
})
export type Inscription = v.InferOutput<typeof inscriptionSchema>

/** What becomes of a person's media when their registration is cancelled: kept, waiting again, or rejected. */
export const sortsMedias = ['GARDER', 'EN_ATTENTE', 'REJETER'] as const
export type SortMedias = (typeof sortsMedias)[number]
export const sortMediasLabels: Record<SortMedias, string> = {
  GARDER: 'Les laisser comme elles sont',
  EN_ATTENTE: 'Les remettre à valider',
  REJETER: 'Les rejeter toutes',
}
export const sortMediasField = v.optional(v.picklist(sortsMedias), 'GARDER')

const transitions: Record<StatutInscription, readonly StatutInscription[]> = {
  EN_ATTENTE: ['VALIDE', 'ANNULE'],
  VALIDE: ['ANNULE'],
  ANNULE: [],
}

/** Statuts that an organiser may set on a registration (specification, section 4). */
export function nextStatutsInscription(statut: StatutInscription): readonly StatutInscription[] {
  return transitions[statut]
}
