import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam, messageAnswer } from '#domain/contract/fields.ts'
import { evenementSchema } from '#domain/evenement/evenement.ts'
import { prenomField } from '#domain/utilisateur/identite.ts'
import {
  inscriptionSchema,
  sortMediasField,
  statutInscriptionSchema,
  typeParticipationSchema,
} from '#domain/inscription/inscription.ts'

const params = v.object({ id: idParam })

export const inscriptionEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/inscriptions/evenement/:id/register',
    access: 'evenement.inscriptible',
    invite: false,
    params,
    body: v.object({ typeParticipation: v.optional(typeParticipationSchema, 'SUR_PLACE') }),
    answer: inscriptionSchema,
    status: 201,
    errors: [
      'requete.invalide',
      'evenement.introuvable',
      'inscription.existante',
      'inscription.fermee',
      'inscription.annulee',
    ],
    summary: 'Creates a registration for a planned event, EN_ATTENTE until the organiser decides.',
  }),
  unregister: endpoint({
    method: 'DELETE',
    path: '/inscriptions/evenement/:id/unregister',
    access: 'evenement.inscriptible',
    invite: false,
    params,
    answer: messageAnswer,
    errors: ['evenement.introuvable', 'inscription.introuvable', 'inscription.fermee', 'inscription.annulee'],
    summary: 'Deletes the registration of the caller for a planned event.',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/inscriptions/me/evenements-inscrits',
    access: 'participant',
    invite: true,
    answer: v.array(evenementSchema),
    errors: ['acces.refuse'],
    summary: 'Returns the events that the participant is registered for, newest dateDebut first.',
  }),
  ofEvenement: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/participants',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(inscriptionSchema),
    errors: ['evenement.acces_refuse'],
    summary: 'Returns the registrations of an own event.',
  }),
  acceptes: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/participants-acceptes',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(inscriptionSchema),
    errors: ['evenement.acces_refuse'],
    summary: 'Returns the validated registrations of an own event.',
  }),
  setStatut: endpoint({
    method: 'PUT',
    path: '/inscriptions/:id/statut',
    access: 'inscription.organisateur',
    invite: false,
    params,
    query: v.object({ statut: statutInscriptionSchema, medias: sortMediasField }),
    answer: inscriptionSchema,
    errors: ['requete.invalide', 'inscription.introuvable', 'inscription.transition', 'inscription.complet'],
    summary: "Validates or cancels a registration. A cancellation can set the person's media to EN_ATTENTE or REJETE.",
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/inscriptions/:id/prenom',
    access: 'inscription.organisateur',
    invite: false,
    params,
    body: v.object({ prenom: prenomField() }),
    answer: inscriptionSchema,
    errors: ['requete.invalide', 'inscription.introuvable', 'inscription.compte'],
    summary: 'Renames a guest of an own event. A first name that another guest has gets a number.',
  }),
  setStatutOfParticipant: endpoint({
    method: 'PUT',
    path: '/evenements/:id/participants/:userId/statut',
    access: 'evenement.organisateur',
    invite: false,
    params: v.object({ id: idParam, userId: idParam }),
    body: v.object({ statutInscription: statutInscriptionSchema, medias: sortMediasField }),
    answer: inscriptionSchema,
    errors: [
      'requete.invalide',
      'evenement.introuvable',
      'inscription.introuvable',
      'inscription.transition',
      'inscription.complet',
    ],
    summary: 'Validates or cancels the registration of a person for an own event.',
  }),
}
