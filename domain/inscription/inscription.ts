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
  user: v.object({ id, nom: v.string(), prenom: v.string(), email: v.string() }),
  dateInscription: dateIso,
  statutInscription: statutInscriptionSchema,
  typeParticipation: typeParticipationSchema,
})
export type Inscription = v.InferOutput<typeof inscriptionSchema>

const transitions: Record<StatutInscription, readonly StatutInscription[]> = {
  EN_ATTENTE: ['VALIDE', 'ANNULE'],
  VALIDE: ['ANNULE'],
  ANNULE: [],
}

/** Statuts that an organiser may set on a registration (specification, section 4). */
export function nextStatutsInscription(statut: StatutInscription): readonly StatutInscription[] {
  return transitions[statut]
}
