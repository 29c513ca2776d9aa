import { endpoint } from '#domain/contract/endpoint.ts'
import {
  dashboardOrganisateurSchema,
  dashboardParticipantSchema,
  insightOrganisateurSchema,
  insightParticipantSchema,
} from '#domain/dashboard/dashboard.ts'

export const dashboardEndpoints = {
  organisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/dashboard',
    access: 'organisateur',
    invite: false,
    answer: dashboardOrganisateurSchema,
    errors: ['acces.refuse'],
    summary: "Returns the organiser's counters, latest validated media and next events.",
  }),
  insightOrganisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/dashboard/insight',
    access: 'organisateur',
    invite: false,
    answer: insightOrganisateurSchema,
    errors: ['acces.refuse'],
    summary: "Returns the organiser's four counters.",
  }),
  participant: endpoint({
    method: 'GET',
    path: '/frontend/participant/dashboard',
    access: 'participant',
    invite: true,
    answer: dashboardParticipantSchema,
    errors: ['acces.refuse'],
    summary: "Returns the participant's counters, latest media of their albums, next events and rewards.",
  }),
  insightParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/dashboard/insight',
    access: 'participant',
    invite: true,
    answer: insightParticipantSchema,
    errors: ['acces.refuse'],
    summary: "Returns counters of the participant's own media by statut.",
  }),
}
