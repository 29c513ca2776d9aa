import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import { contributeurSchema, statistiquesSchema } from '#domain/statistique/statistique.ts'

export const statistiqueEndpoints = {
  ofEvenement: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/statistiques',
    access: 'evenement.organisateur',
    invite: false,
    params: v.object({ id: idParam }),
    answer: statistiquesSchema,
    errors: ['evenement.introuvable'],
    summary: 'Returns figures of one own event.',
  }),
  contributeurs: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/contributeurs',
    access: 'evenement.organisateur',
    invite: false,
    params: v.object({ id: idParam }),
    answer: v.array(contributeurSchema),
    errors: ['evenement.acces_refuse'],
    summary: 'Returns the people who brought media to one own event, with the number of media, highest number first.',
  }),
  globales: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/statistiques/globales',
    access: 'organisateur',
    invite: false,
    answer: statistiquesSchema,
    errors: ['acces.refuse'],
    summary: 'Returns the same figures for all own events together.',
  }),
}
