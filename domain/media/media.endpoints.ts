import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { dateIso, idParam, messageAnswer } from '#domain/contract/fields.ts'
import { galerieIndexSchema } from '#domain/media/galerieIndex.ts'
import { mediaCorbeilleSchema, mediaSchema, raisonRejetSchema, statutsMedia } from '#domain/media/media.ts'
import { variantes } from '#domain/media/variante.ts'

const params = v.object({ id: idParam })
/** Older paths name the event too; a media of another one is not found. */
const paramsAnciens = v.object({ id: idParam, mediaId: idParam })
const side = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number)))
/** `s` is the gallery signature; without it the bearer token decides. */
const bytesQuery = v.object({
  type: v.optional(v.picklist(variantes), 'original'),
  width: side,
  height: side,
  s: v.optional(v.string()),
})
/** The whole list, its index, or the media whose numbers lie within a range. */
const galerieQuery = v.object({
  format: v.optional(v.picklist(['index'])),
  de: v.optional(idParam),
  a: v.optional(idParam),
})
const galerieAnswer = v.union([v.array(mediaSchema), galerieIndexSchema])
const galerieForms =
  'With `format=index` all of them as columns, newest taken first; with `de` and `a` those between two numbers.'
/** Requests of the desk: all media of one statut, only the first one, or those that came later. */
const organisateurQuery = v.object({
  ...galerieQuery.entries,
  statut: v.optional(v.picklist(statutsMedia)),
  limite: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number))),
  /** Deposited then or later. */
  depuis: v.optional(dateIso),
})
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

export const mediaEndpoints = {
  listOrganisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/medias',
    access: 'evenement.organisateur',
    params,
    query: organisateurQuery,
    answer: galerieAnswer,
    compressed: true,
    errors: ['requete.invalide', 'media.acces_refuse'],
    summary: `All media of an own event but the deleted ones, oldest deposit first; one statut, the first few if asked. ${galerieForms}`,
  }),
  readOrganisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/medias/:id',
    access: 'media.organisateur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'One media of an own event.',
  }),
  valider: endpoint({
    method: 'PATCH',
    path: '/frontend/organisateur/medias/:id/valider',
    access: 'media.moderateur',
    params,
    body: decisionBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'Shows a media to the members of its event.',
  }),
  rejeter: endpoint({
    method: 'PATCH',
    path: '/frontend/organisateur/medias/:id/rejeter',
    access: 'media.moderateur',
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
    params: paramsAnciens,
    body: decisionBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'The same by event and media, under the older path.',
  }),
  rejeterAncien: endpoint({
    method: 'PATCH',
    path: '/organisateur/evenements/:id/medias/:mediaId/rejeter',
    access: 'media.moderateur',
    params: paramsAnciens,
    body: rejetBody,
    answer: mediaSchema,
    errors: decisionErrors,
    summary: 'The same by event and media, under the older path.',
  }),
  removeOrganisateur: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/medias/:id',
    access: 'media.moderateur',
    params,
    answer: messageAnswer,
    errors: ['media.introuvable', 'media.transition'],
    summary: 'Puts a media into the bin of its event for 30 days; its author sees that it was removed.',
  }),
  corbeille: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/corbeille',
    access: 'evenement.organisateur',
    params,
    answer: v.array(mediaCorbeilleSchema),
    errors: ['media.acces_refuse'],
    summary: 'Media in the bin of an own event, the last removed first.',
  }),
  viderCorbeille: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/evenements/:id/corbeille',
    access: 'evenement.organisateur',
    params,
    answer: messageAnswer,
    errors: ['media.acces_refuse'],
    summary: 'Erases for good what is in the bin of an own event.',
  }),
  restaurer: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/restaurer',
    access: 'media.corbeille',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable', 'media.renvoye'],
    summary: 'Takes a media out of the bin, back to the statut that it had; again when it is out already.',
  }),
  favori: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/favori',
    access: 'media.moderateur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Marks as favourite.',
  }),
  unfavori: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/unfavori',
    access: 'media.moderateur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Takes the favourite mark away.',
  }),
  couverture: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/couverture',
    access: 'media.moderateur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Makes a media the cover of its event, in place of the one before; shown while it is VALIDE.',
  }),
  sansCouverture: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/medias/:id/sans-couverture',
    access: 'media.moderateur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Takes the choice as a cover away: the first favourite, else the first validated media stands there.',
  }),
  moderationGrant: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/evenements/:id/moderation-grants',
    access: 'evenement.organisateur',
    params,
    answer: v.object({ grant: v.string(), expire: dateIso }),
    status: 201,
    errors: ['evenement.introuvable'],
    summary: 'A credential for offline decisions: this person, this event, decisions alone, 72 h, revocable.',
  }),
  listParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/evenements/:id/medias',
    access: 'evenement.membre',
    params,
    query: galerieQuery,
    answer: galerieAnswer,
    compressed: true,
    errors: ['requete.invalide', 'media.acces_refuse'],
    summary: `Validated media of the event and all of one’s own, newest taken first. ${galerieForms}`,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias',
    access: 'participant',
    answer: v.array(mediaSchema),
    compressed: true,
    errors: ['acces.refuse'],
    summary: 'All media one has brought to any event but those one has deleted, newest deposit first.',
  }),
  readParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias/:id',
    access: 'media.lecteur',
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'One media the participant may see.',
  }),
  removeParticipant: endpoint({
    method: 'DELETE',
    path: '/frontend/participant/medias/:id',
    access: 'media.auteur',
    params,
    answer: messageAnswer,
    errors: ['media.introuvable', 'media.suppression_refusee'],
    summary: 'An author deletes their own media.',
  }),
  download: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias/:id/download',
    access: 'media.octets',
    params,
    query: bytesQuery,
    answer: 'bytes',
    errors: ['media.introuvable', 'media.variante_absente'],
    summary: 'The bytes of a media: thumbnail, custom or original. Range works.',
  }),
  bytes: endpoint({
    method: 'GET',
    path: '/medias/:id/fichier',
    access: 'media.octets',
    params,
    query: bytesQuery,
    answer: 'bytes',
    errors: ['media.introuvable', 'media.variante_absente'],
    summary: 'The same bytes under the address that `url` names, for organisers too.',
  }),
  signature: endpoint({
    method: 'GET',
    path: '/evenements/:id/signature',
    access: 'evenement.galerie',
    params,
    answer: v.object({ signature: v.string(), expire: dateIso }),
    errors: ['media.acces_refuse'],
    summary: 'One signature (at most 5 min) that opens the media of this event to this person.',
  }),
}
