import * as v from 'valibot'
import type { Label } from '#domain/texte/tone.ts'
import { dateIso, id } from '#domain/contract/fields.ts'
import { fuseauAnswer } from '#domain/evenement/fuseau.ts'
import { typeParticipationSchema } from '#domain/inscription/inscription.ts'

export const statutsInvitation = ['EN_ATTENTE', 'ACCEPTEE', 'REFUSEE'] as const
export type StatutInvitation = (typeof statutsInvitation)[number]
export const statutInvitationSchema = v.picklist(statutsInvitation)
export const statutInvitationLabels: Record<StatutInvitation, Label> = {
  EN_ATTENTE: { label: 'En attente', tone: 'amber' },
  ACCEPTEE: { label: 'Acceptée', tone: 'green' },
  REFUSEE: { label: 'Refusée', tone: 'red' },
}

/** An invitation as the invited person sees it, with what is needed to answer. */
export const invitationSchema = v.object({
  id,
  token: v.optional(v.string()),
  statut: statutInvitationSchema,
  dateEnvoi: dateIso,
  evenement: v.object({
    id,
    titre: v.string(),
    description: v.string(),
    dateDebut: dateIso,
    dateFin: dateIso,
    fuseau: fuseauAnswer,
    lieu: v.string(),
    statut: v.string(),
    createur: v.object({ prenom: v.string() }),
  }),
})
export type Invitation = v.InferOutput<typeof invitationSchema>

/** An invitation in its organiser's list. */
export const invitationEnvoyeeSchema = v.object({
  id,
  email: v.string(),
  statut: statutInvitationSchema,
  dateEnvoi: dateIso,
  reponduLe: v.nullable(dateIso),
  revoqueLe: v.nullable(dateIso),
  /** Whether an account with this address exists. */
  aUnCompte: v.boolean(),
})
export type InvitationEnvoyee = v.InferOutput<typeof invitationEnvoyeeSchema>

/** An answer; `typeParticipation` is SUR_PLACE unless chosen (product 12). */
export const reponseInvitationSchema = v.object({
  statut: v.picklist(['ACCEPTEE', 'REFUSEE']),
  typeParticipation: v.optional(typeParticipationSchema, 'SUR_PLACE'),
})
export type ReponseInvitation = v.InferOutput<typeof reponseInvitationSchema>

/** An invitation can be answered once, while it is pending (specification, section 4). */
export function canAnswerInvitation(statut: StatutInvitation): boolean {
  return statut === 'EN_ATTENTE'
}
