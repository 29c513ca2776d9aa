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

/** What became of a participant's own media (specification, section 3, "Participant insight"). */
export const insightParticipantSchema = v.object({
  /** All but those the participant deleted. */
  mediasDeposesTotal: v.number(),
  mediasValidesTotal: v.number(),
  mediasRejetesTotal: v.number(),
})

/** Counters, the wall of the latest validated media, and the events to come or under way. */
export const dashboardOrganisateurSchema = v.object({
  ...insightOrganisateurSchema.entries,
  derniersMedias: v.array(mediaSchema),
  evenementsProchains: v.array(evenementOrganisateurSchema),
  /** When the media arrived that waits longest for a decision. */
  enAttenteDepuis: v.nullable(dateIso),
  /** Removal requests that wait, by event; events without one are left out. Absent in answers kept by older apps. */
  demandesRetrait: v.optional(v.array(v.object({ evenementId: id, nombre: v.number() }))),
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
