import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam, messageAnswer } from '#domain/contract/fields.ts'
import {
  evenementInputSchema,
  evenementOrganisateurSchema,
  evenementSchema,
  evenementUpdateSchema,
  statutEvenementSchema,
} from '#domain/evenement/evenement.ts'
import { planLimitsSchema } from '#domain/abonnement/abonnement.ts'

const params = v.object({ id: idParam })

export const evenementEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/evenements',
    access: 'organisateur',
    body: evenementInputSchema,
    answer: evenementOrganisateurSchema,
    status: 201,
    errors: ['requete.invalide', 'evenement.quota_atteint', 'acces.refuse'],
    summary: 'Creates a planned event of the signed-in organiser.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements',
    access: 'organisateur',
    answer: v.array(evenementOrganisateurSchema),
    errors: ['acces.refuse'],
    summary: "The organiser's own events with their counts, newest dateDebut first.",
  }),
  read: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id',
    access: 'evenement.organisateur',
    params,
    answer: evenementOrganisateurSchema,
    errors: ['evenement.introuvable'],
    summary: 'One own event.',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/frontend/organisateur/evenements/:id',
    access: 'evenement.organisateur',
    params,
    body: evenementUpdateSchema,
    answer: evenementOrganisateurSchema,
    errors: ['requete.invalide', 'evenement.introuvable', 'evenement.quota_atteint'],
    summary: 'Rewrites an own event, its statut too.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/evenements/:id',
    access: 'evenement.organisateur',
    params,
    answer: messageAnswer,
    errors: ['evenement.introuvable'],
    summary: 'Deletes an event; media, links and registrations go with it, files within the hour.',
  }),
  setStatut: endpoint({
    method: 'PUT',
    path: '/frontend/organisateur/evenements/:id/statut',
    access: 'evenement.organisateur',
    params,
    body: v.object({ statut: statutEvenementSchema }),
    answer: evenementOrganisateurSchema,
    errors: ['requete.invalide', 'evenement.introuvable', 'evenement.quota_atteint'],
    summary: 'Sets any of the four statuts.',
  }),
  limits: endpoint({
    method: 'GET',
    path: '/stripe/plan/limits',
    access: 'organisateur',
    answer: v.object({ limits: planLimitsSchema }),
    errors: ['acces.refuse'],
    summary: "The limits of the organiser's plan.",
  }),
  listParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/evenements',
    access: 'participant',
    answer: v.array(evenementSchema),
    errors: ['acces.refuse'],
    summary: 'Events the participant joined, is invited to, or may discover.',
  }),
  readParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/evenements/:id',
    access: 'evenement.lecteur',
    params,
    answer: evenementSchema,
    errors: ['evenement.introuvable'],
    summary: 'One event, as far as the participant may see it.',
  }),
}
