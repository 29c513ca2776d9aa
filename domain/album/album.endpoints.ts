import * as v from 'valibot'
import { choixAlbum, lienAlbumSchema, offreAlbumSchema, partageMax } from '#domain/album/album.ts'
import { endpoint } from '#domain/contract/endpoint.ts'
import { id, idParam, messageAnswer } from '#domain/contract/fields.ts'

const params = v.object({ id: idParam })
const choix = v.picklist(choixAlbum)

export const albumEndpoints = {
  offres: endpoint({
    method: 'GET',
    path: '/evenements/:id/album',
    access: 'evenement.galerie',
    invite: true,
    params,
    answer: v.array(offreAlbumSchema),
    errors: ['media.acces_refuse'],
    summary: 'What the person may take home of an event, how much it is, and what is new since the last time.',
  }),
  lien: endpoint({
    method: 'POST',
    path: '/evenements/:id/album/liens',
    access: 'evenement.galerie',
    invite: true,
    params,
    body: v.object({ choix, nouveautes: v.optional(v.boolean(), false) }),
    answer: lienAlbumSchema,
    status: 201,
    errors: ['requete.invalide', 'media.acces_refuse', 'album.vide', 'requete.trop_de_tentatives'],
    summary: 'An address of some hours for one ZIP of exactly these media, to be given to the browser.',
  }),
  telecharger: endpoint({
    method: 'GET',
    path: '/albums/:jeton',
    access: 'public',
    invite: true,
    params: v.object({ jeton: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    answer: 'bytes',
    errors: ['album.introuvable', 'album.change', 'album.occupe'],
    summary: 'The ZIP behind such an address. Length and ETag stand before the first byte, Range and If-Range work.',
  }),
  recus: endpoint({
    method: 'POST',
    path: '/evenements/:id/album/recus',
    access: 'evenement.galerie',
    invite: true,
    params,
    body: v.object({ choix, medias: v.pipe(v.array(id), v.maxLength(partageMax)) }),
    answer: messageAnswer,
    errors: ['requete.invalide', 'media.acces_refuse'],
    summary: 'Says that these media of a choice are on the person’s device: they are no longer new to them.',
  }),
}
