import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import {
  consentementSchema,
  reponseConsentementSchema,
  statutConsentementSchema,
} from '#domain/consentement/consentement.ts'

const params = v.object({ id: idParam })

export const consentementEndpoints = {
  post: endpoint({
    method: 'POST',
    path: '/frontend/participant/consentement-rgpd',
    access: 'session',
    invite: true,
    /** dateExpiration and utilisateurId are accepted and ignored (product 29). */
    body: v.object({ consentementDonne: v.boolean(), versionRGPD: v.string() }),
    answer: consentementSchema,
    status: 201,
    errors: ['requete.invalide', 'consentement.version'],
    summary: 'Stores an answer, yes or no, to the current text.',
  }),
  active: endpoint({
    method: 'GET',
    path: '/frontend/participant/consentement-rgpd/me/actif',
    access: 'session',
    invite: true,
    answer: consentementSchema,
    errors: ['consentement.absent'],
    summary: "Returns the person's active consent; 404 when there is none.",
  }),
  history: endpoint({
    method: 'GET',
    path: '/frontend/participant/consentement-rgpd/me',
    access: 'session',
    invite: true,
    answer: v.array(reponseConsentementSchema),
    errors: ['session.requise', 'session.expiree'],
    summary: "Returns the person's latest fifty answers, newest first.",
  }),
  setStatut: endpoint({
    method: 'PUT',
    path: '/consentements-rgpd/:id/statut',
    access: 'consentement.titulaire',
    invite: true,
    params,
    query: v.object({ statut: statutConsentementSchema }),
    answer: consentementSchema,
    errors: ['requete.invalide', 'consentement.introuvable', 'consentement.transition'],
    summary: 'Changes the statut of a consent. Only ACTIF to REVOQUE is allowed.',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/consentements-rgpd/:id/revoquer',
    access: 'consentement.titulaire',
    invite: true,
    params,
    answer: consentementSchema,
    errors: ['consentement.introuvable', 'consentement.transition'],
    summary: 'Revokes an active consent.',
  }),
}
