import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { dateInput, dateIso, idParam, messageAnswer } from '#domain/contract/fields.ts'
import { galerieIndexSchema } from '#domain/media/galerieIndex.ts'
import { mediaSchema, statutsMedia } from '#domain/media/media.ts'
import { moderationEndpoints } from '#domain/media/moderation.endpoints.ts'
import { variantes } from '#domain/media/variante.ts'

const params = v.object({ id: idParam })
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
  '`format=index` returns all of them as columns, newest taken first; `de` and `a` return those with ids in a range.'
/** Requests of the desk: all media of one statut, only the first one, or those that came later. */
const organisateurQuery = v.object({
  ...galerieQuery.entries,
  statut: v.optional(v.picklist(statutsMedia)),
  limite: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number))),
  /** Deposited then or later. */
  depuis: v.optional(dateInput('La date de `depuis` est illisible')),
})
export const mediaEndpoints = {
  listOrganisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/medias',
    access: 'evenement.organisateur',
    invite: false,
    params,
    query: organisateurQuery,
    answer: galerieAnswer,
    compressed: true,
    errors: ['requete.invalide', 'media.acces_refuse'],
    summary: `Returns all media of an own event except deleted ones, oldest deposit first. \`statut\` and \`limite\` restrict the list. ${galerieForms}`,
  }),
  readOrganisateur: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/medias/:id',
    access: 'media.organisateur',
    invite: false,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Returns one media of an own event.',
  }),
  ...moderationEndpoints,
  listParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/evenements/:id/medias',
    access: 'evenement.membre',
    invite: true,
    params,
    query: galerieQuery,
    answer: galerieAnswer,
    compressed: true,
    errors: ['requete.invalide', 'media.acces_refuse'],
    summary: `Returns validated media of the event and all own media, newest taken first. ${galerieForms}`,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias',
    access: 'participant',
    invite: true,
    answer: v.array(mediaSchema),
    compressed: true,
    errors: ['acces.refuse'],
    summary: 'Returns all media that the caller has brought to any event and not deleted, newest deposit first.',
  }),
  readParticipant: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias/:id',
    access: 'media.lecteur',
    invite: true,
    params,
    answer: mediaSchema,
    errors: ['media.introuvable'],
    summary: 'Returns one media that the participant may see.',
  }),
  removeParticipant: endpoint({
    method: 'DELETE',
    path: '/frontend/participant/medias/:id',
    access: 'media.auteur',
    invite: true,
    params,
    query: v.object({ statut: v.optional(v.literal('REJETE')) }),
    answer: messageAnswer,
    errors: ['media.introuvable', 'media.suppression_refusee', 'media.plus_rejete'],
    summary: "Deletes one of the caller's own media; with `statut=REJETE` only while it is rejected.",
  }),
  download: endpoint({
    method: 'GET',
    path: '/frontend/participant/medias/:id/download',
    access: 'media.octets',
    invite: true,
    params,
    query: bytesQuery,
    answer: 'bytes',
    errors: ['media.introuvable', 'media.variante_absente', 'media.occupe'],
    summary: 'Returns the bytes of a media: thumbnail, custom or original. Supports Range.',
  }),
  bytes: endpoint({
    method: 'GET',
    path: '/medias/:id/fichier',
    access: 'media.octets',
    invite: true,
    params,
    query: bytesQuery,
    answer: 'bytes',
    errors: ['media.introuvable', 'media.variante_absente', 'media.occupe'],
    summary: 'Returns the same bytes at the path that the field `url` names, to organisers too.',
  }),
  signature: endpoint({
    method: 'GET',
    path: '/evenements/:id/signature',
    access: 'evenement.galerie',
    invite: true,
    params,
    answer: v.object({ signature: v.string(), expire: dateIso }),
    errors: ['media.acces_refuse'],
    summary: 'Creates a signature, valid for at most 5 min, with which this person reads the media of this event.',
  }),
}
