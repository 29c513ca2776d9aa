import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import { messageSentSchema } from '#domain/notification/notification.ts'
import { recompenseDonneeSchema, recompenseSchema } from '#domain/recompense/recompense.ts'

export const recompenseEndpoints = {
  recompenser: endpoint({
    method: 'POST',
    path: '/organisateur/evenements/:id/participants/:userId/recompenser',
    access: 'evenement.organisateur',
    invite: false,
    params: v.object({ id: idParam, userId: idParam }),
    body: messageSentSchema,
    answer: recompenseSchema,
    status: 201,
    errors: [
      'requete.invalide',
      'evenement.introuvable',
      'inscription.introuvable',
      'utilisateur.email_a_confirmer',
      'requete.trop_de_tentatives',
    ],
    summary:
      'Creates a reward for a person of an own event and notifies the person, whose dashboard shows it. Idempotent by `cle`.',
  }),
  given: endpoint({
    method: 'GET',
    path: '/organisateur/recompenses',
    access: 'organisateur',
    invite: false,
    answer: v.array(recompenseDonneeSchema),
    errors: ['acces.refuse'],
    summary: 'Returns the latest five hundred rewards given for own events, newest first.',
  }),
  all: endpoint({
    method: 'GET',
    path: '/recompenses',
    access: 'administrateur',
    invite: false,
    answer: v.array(recompenseDonneeSchema),
    errors: ['acces.refuse'],
    summary: 'Returns the latest five hundred rewards of all events, newest first.',
  }),
}
