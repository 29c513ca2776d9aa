import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { healthPath } from './healthPath.ts'
import { roleSchema } from '#domain/utilisateur/utilisateur.ts'

export const serviceEndpoints = {
  health: endpoint({
    method: 'GET',
    path: healthPath,
    access: 'public',
    invite: true,
    answer: v.object({
      status: v.literal('ok'),
      version: v.string(),
      /** Whether this node can make the films of videos that play in every browser; absent until it has looked. */
      ffmpeg: v.optional(v.boolean()),
      /** Accounts that the login page offers; only while the demonstration runs. */
      demo: v.optional(v.array(v.object({ email: v.string(), prenom: v.string(), role: roleSchema }))),
      motDePasse: v.optional(v.string()),
    }),
    errors: ['serveur.indisponible'],
    summary: 'Checks that database and storage answer.',
  }),
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    invite: true,
    answer: v.object({ status: v.literal('ok') }),
    errors: [],
    summary: 'Checks that the process answers, without using database or storage.',
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    invite: true,
    answer: v.object({ status: v.literal('ok') }),
    errors: ['serveur.indisponible'],
    summary: 'Checks that this process accepts new requests: database and storage answer, and it is not stopping.',
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    invite: true,
    answer: 'bytes',
    errors: [],
    summary: 'Returns this contract as OpenAPI 3.1.',
  }),
  docs: endpoint({
    method: 'GET',
    path: '/docs',
    access: 'public',
    invite: true,
    answer: 'bytes',
    errors: [],
    summary: 'Returns this contract as an HTML page.',
  }),
}
