import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { dateInput, dateIso, idParam, messageAnswer } from '#domain/contract/fields.ts'
import { mediaCorbeilleSchema, mediaSchema, raisonRejetSchema } from '#domain/media/media.ts'

const params = v.object({ id: idParam })
/** Older paths name the event too; a media of another one is not found. */
const paramsAnciens = v.object({ id: idParam, mediaId: idParam })
/** The version a decision saw; absent from foreign clients, then the last one counts (product 22). */
const decisionBody = v.optional(v.object({ version: v.optional(v.number()) }))
const rejetBody = v.object({ raison: raisonRejetSchema, version: v.optional(v.number()) })
const decisionErrors = [
  'requete.invalide',
  'media.introuvable',
  'media.version',
  'media.transition',
  'media.autorisation_expiree',
] as const

/** What an organiser does to media of an own event: decisions, bin, favourites, cover. */
export const moderationEndpoints = {
  valider: endpoint({
    method: 'PATCH',
    path: '/frontend/organisateur/medias/:id/valider',
    access: 'media.moderateur',
    invite: false,
    params,
    body: decisionBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'Validates a media: the members of its event see it.',
  }),
  rejeter: endpoint({
    method: 'PATCH',
    path: '/frontend/organisateur/medias/:id/rejeter',
    access: 'media.moderateur',
    invite: false,
    params,
    body: rejetBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'Rejects a media with a reason that its author reads.',
  }),
  validerAncien: endpoint({
    method: 'PATCH',
    path: '/organisateur/evenements/:id/medias/:mediaId/valider',
    access: 'media.moderateur',
    invite: false,
    params: paramsAnciens,
    body: decisionBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'Validates a media, at the older path that also names its event.',
  }),
  rejeterAncien: endpoint({
    method: 'PATCH',
    path: '/organisateur/evenements/:id/medias/:mediaId/rejeter',
    access: 'media.moderateur',
    invite: false,
    params: paramsAnciens,
    body: rejetBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'Rejects a media with a reason, at the older path that also names its event.',
  }),
  removeOrganisateur: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/medias/:id',
    access: 'media.moderateur',
    invite: false,
    params,
    answer: messageAnswer,
    errors: ['media.introuvable', 'media.transition'],
    summary: 'Moves a media to the bin of its event for 30 days. Its author sees that it was removed.',
  }),
  corbeille: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/corbeille',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(mediaCorbeilleSchema),
    errors: ['media.acces_refuse'],
    summary: 'Returns the media in the bin of an own event, the last removed first.',
  }),
  viderCorbeille: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/evenements/:id/corbeille',
    access: 'evenement.organisateur',
    invite: false,
    params,
    query: v.object({ jusqua: v.optional(dateInput('La date de `jusqua` est illisible')) }),
    answer: messageAnswer,
    errors: ['media.acces_refuse'],
    summary: 'Erases the media in the bin of an own event permanently; with `jusqua`, only those removed until then.',
  }),
  restaurer: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/restaurer',
    access: 'media.corbeille',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable', 'media.renvoye'],
    summary: 'Restores a media from the bin to its former statut. Idempotent.',
  }),
  favori: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/favori',
    access: 'media.moderateur',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Marks a media as a favourite.',
  }),
  unfavori: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/unfavori',
    access: 'media.moderateur',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Removes the favourite mark of a media.',
  }),
  couverture: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/couverture',
    access: 'media.moderateur',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Makes a media the cover of its event. It replaces the former cover, and is shown while it is VALIDE.',
  }),
  sansCouverture: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/sans-couverture',
    access: 'media.moderateur',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary:
      'Removes the choice of a cover. The first favourite, otherwise the first validated media, becomes the cover.',
  }),
  moderationGrant: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/evenements/:id/moderation-grants',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.object({ grant: v.string(), expire: dateIso }),
    status: 201,
    errors: ['evenement.introuvable'],
    summary:
      'Creates a grant for offline decisions. It is limited to this person, this event and decisions, valid for 72 h and revocable.',
  }),
}
