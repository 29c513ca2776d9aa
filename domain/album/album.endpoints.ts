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
    summary:
      'Returns the choices of media that the person can download of an event, their size, and what is new since the last download.',
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
    summary: 'Creates an address, valid for some hours, from which a browser downloads exactly these media as one ZIP.',
  }),
  telecharger: endpoint({
    method: 'GET',
    path: '/albums/:jeton',
    access: 'public',
    invite: true,
    params: v.object({ jeton: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    answer: 'bytes',
    errors: ['album.introuvable', 'album.change', 'album.occupe'],
    summary: 'Returns the ZIP of such an address, with its length and an ETag. Supports Range and If-Range.',
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
    summary: "Marks media of a choice as saved on the person's device: they no longer count as new.",
  }),
}
