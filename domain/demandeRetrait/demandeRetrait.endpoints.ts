import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import {
  demandeRetraitRecueSchema,
  demandeRetraitSchema,
  motifRetraitSchema,
} from '#domain/demandeRetrait/demandeRetrait.ts'

const params = v.object({ id: idParam })
const decisionErrors = ['demande.introuvable', 'demande.deja_decidee'] as const

export const demandeRetraitEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/frontend/participant/medias/:id/demandes-retrait',
    access: 'media.lecteur',
    invite: true,
    params,
    body: v.object({ motif: motifRetraitSchema, mineur: v.optional(v.boolean(), false) }),
    answer: demandeRetraitSchema,
    status: 201,
    errors: ['requete.invalide', 'media.introuvable', 'demande.propre_media', 'requete.trop_de_tentatives'],
    summary: 'Creates a removal request for a person shown on a media. Idempotent.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/demandes-retrait',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(demandeRetraitRecueSchema),
    errors: ['evenement.acces_refuse'],
    summary:
      'Returns removal requests for media of an own event: open ones first, those about a minor before the others, then the newest.',
  }),
  hide: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/demandes-retrait/:id/masquer',
    access: 'demandeRetrait.organisateur',
    invite: false,
    params,
    answer: demandeRetraitRecueSchema,
    errors: [...decisionErrors, 'media.transition'],
    summary: 'Hides the media from all people but its author and the organiser until the request is decided.',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/demandes-retrait/:id/decider',
    access: 'demandeRetrait.organisateur',
    invite: false,
    params,
    body: v.object({ statut: v.picklist(['ACCEPTEE', 'REFUSEE']) }),
    answer: demandeRetraitRecueSchema,
    errors: ['requete.invalide', ...decisionErrors],
    summary:
      'Decides a request. Accepting it removes the media permanently; refusing it shows a media again that was hidden for it.',
  }),
}
