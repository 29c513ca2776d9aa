import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { dateIso, idParam } from '#domain/contract/fields.ts'
import { mediaSchema } from '#domain/media/media.ts'

const uploads = '/frontend/participant/evenements/:id/medias/uploads'
const params = v.object({ id: idParam })
const uploadParams = v.object({ id: idParam, uploadId: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)) })
const depositErrors = [
  'session.requise',
  'upload.autorisation_expiree',
  'upload.inscription_requise',
  'upload.evenement_ferme',
  'upload.sans_organisateur',
  'upload.consentement_requis',
  'upload.trop_volumineux',
  'upload.vide',
  'upload.type_refuse',
  'upload.dimensions',
  'upload.empreinte',
  'upload.rythme',
  'upload.limite_jour',
  'upload.disque_plein',
  'upload.entetes',
  'upload.version_tus',
  'upload.annule',
  'media.deja_rejete',
  'media.retrait_demande',
] as const

/** State of one client upload id on the server. `done` contains the receipt, also when the first answer was lost. */
export const reconciledSchema = v.object({
  clientUploadId: v.string(),
  etat: v.picklist(['done', 'open', 'unknown']),
  mediaId: v.nullable(v.number()),
  sha256: v.nullable(v.string()),
  uploadUrl: v.nullable(v.string()),
  offset: v.nullable(v.number()),
})
export type Reconciled = v.InferOutput<typeof reconciledSchema>

export const uploadEndpoints = {
  grant: endpoint({
    method: 'POST',
    path: '/frontend/participant/evenements/:id/upload-grants',
    access: 'evenement.membre',
    invite: true,
    params,
    answer: v.object({ grant: v.string(), expire: dateIso }),
    status: 201,
    errors: ['upload.inscription_requise', 'upload.inscription_en_attente'],
    summary:
      'Creates a grant for the background queue. It is limited to this person, this event and uploads, valid for 72 h and revocable.',
  }),
  options: endpoint({
    method: 'OPTIONS',
    path: uploads,
    access: 'public',
    invite: true,
    params,
    answer: 'nothing',
    status: 204,
    errors: [],
    summary: 'tus 1.0: returns versions, extensions and the maximum size.',
  }),
  create: endpoint({
    method: 'POST',
    path: uploads,
    access: 'evenement.deposant',
    invite: true,
    params,
    answer: 'bytes',
    status: 201,
    errors: depositErrors,
    summary:
      'tus 1.0: creates an upload (creation, creation-with-upload). Answers 200 for a known upload or a known photo.',
  }),
  head: endpoint({
    method: 'HEAD',
    path: `${uploads}/:uploadId`,
    access: 'upload.proprietaire',
    invite: true,
    params: uploadParams,
    answer: 'nothing',
    errors: ['upload.introuvable'],
    summary: 'tus 1.0: returns the durable offset.',
  }),
  patch: endpoint({
    method: 'PATCH',
    path: `${uploads}/:uploadId`,
    access: 'upload.proprietaire',
    invite: true,
    params: uploadParams,
    answer: 'nothing',
    status: 204,
    errors: [...depositErrors, 'upload.introuvable', 'upload.decalage'],
    summary: 'tus 1.0: appends bytes. The answer to the last byte contains X-Media-Id and X-Content-Sha256.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${uploads}/:uploadId`,
    access: 'upload.proprietaire',
    invite: true,
    params: uploadParams,
    answer: 'nothing',
    status: 204,
    errors: ['upload.introuvable'],
    summary: 'tus 1.0: cancels an upload (termination).',
  }),
  reconcile: endpoint({
    method: 'POST',
    path: `${uploads}/reconcile`,
    access: 'evenement.deposant',
    invite: true,
    params,
    body: v.object({
      ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(1000)),
      annuler: v.optional(v.boolean()),
    }),
    answer: v.array(reconciledSchema),
    errors: ['session.requise', 'upload.autorisation_expiree', 'upload.inscription_requise'],
    summary:
      'Returns the state of these client upload ids: lets a client recover a lost answer. With `annuler`, those that are unknown are cancelled: the server refuses a creation of them that arrives later.',
  }),
  multipart: endpoint({
    method: 'POST',
    path: '/frontend/participant/evenements/:id/medias/upload',
    access: 'evenement.deposant',
    invite: true,
    params,
    answer: mediaSchema,
    status: 201,
    errors: [...depositErrors, 'requete.invalide', 'upload.fichier_requis', 'upload.incomplet'],
    summary: 'Uploads one file in the field `file` in one request. Idempotent by the header Idempotency-Key.',
  }),
}
