import * as v from 'valibot'
import { dateIso, id } from '#domain/contract/fields.ts'
import { evenementOrganisateurSchema, evenementSchema } from '#domain/evenement/evenement.ts'
import { mediaSchema } from '#domain/media/media.ts'
import { recompenseSchema } from '#domain/recompense/recompense.ts'

/** The organiser's four counters (specification, section 3, "Organiser insight"). */
export const insightOrganisateurSchema = v.object({
  totalEvenements: v.number(),
  /** People registered for at least one event, whatever their number of events; cancelled ones do not count. */
  totalParticipants: v.number(),
  totalMediasEnAttente: v.number(),
  totalMediasValides: v.number(),
})

/** A participant's media by statut (specification, section 3, "Participant insight"). */
export const insightParticipantSchema = v.object({
  /** Without those that the participant deleted. */
  mediasDeposesTotal: v.number(),
  mediasValidesTotal: v.number(),
  mediasRejetesTotal: v.number(),
})

/** Pending removal requests of an event, with or without a minor: their number, and the date of the oldest. */
const demandesEnAttenteSchema = v.object({
  evenementId: id,
  mineur: v.optional(v.boolean(), false),
  nombre: v.number(),
  depuis: v.optional(dateIso),
})

/** Counters, the wall of the latest validated media, and the events to come or under way. */
export const dashboardOrganisateurSchema = v.object({
  ...insightOrganisateurSchema.entries,
  derniersMedias: v.array(mediaSchema),
  evenementsProchains: v.array(evenementOrganisateurSchema),
  /** When the oldest pending media arrived. */
  enAttenteDepuis: v.nullable(dateIso),
  /**
   * Removal requests that wait, by event, those that name a minor apart and first. Absent in answers kept by older
   * apps, or without what came later.
   */
  demandesRetrait: v.optional(v.array(demandesEnAttenteSchema)),
})

/** The same for a participant, with the rewards received, newest first. */
export const dashboardParticipantSchema = v.object({
  ...insightParticipantSchema.entries,
  derniersMedias: v.array(mediaSchema),
  evenementsProchains: v.array(evenementSchema),
  recompenses: v.array(recompenseSchema),
})

export type InsightOrganisateur = v.InferOutput<typeof insightOrganisateurSchema>
export type InsightParticipant = v.InferOutput<typeof insightParticipantSchema>
export type DashboardOrganisateur = v.InferOutput<typeof dashboardOrganisateurSchema>
export type DashboardParticipant = v.InferOutput<typeof dashboardParticipantSchema>
