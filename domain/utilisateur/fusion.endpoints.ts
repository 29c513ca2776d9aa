import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { id } from '#domain/contract/fields.ts'
import { fusionBodySchema, fusionSchema } from '#domain/utilisateur/fusion.ts'

export const fusionEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/auth/fusions/lecture',
    access: 'public',
    invite: true,
    body: fusionBodySchema,
    answer: fusionSchema,
    errors: [
      'requete.invalide',
      'utilisateur.fusion_invalide',
      'utilisateur.fusion_faite',
      'requete.trop_de_tentatives',
    ],
    summary: 'Returns what a mailed link would move from a guest to the account of the address. Changes nothing.',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/fusions',
    access: 'public',
    invite: true,
    body: fusionBodySchema,
    answer: fusionSchema,
    errors: [
      'requete.invalide',
      'utilisateur.fusion_invalide',
      'utilisateur.fusion_faite',
      'inscription.annulee',
      'requete.trop_de_tentatives',
    ],
    summary: 'Moves all data of a guest to the account of the address, by the mailed link, once. Opens no session.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth/me/fusions',
    access: 'session',
    invite: false,
    answer: v.array(id),
    errors: ['session.requise', 'session.expiree', 'session.fusionnee'],
    summary:
      'Returns the ids of the guests who became a part of this account. A phone sends their waiting photos as this account.',
  }),
}
