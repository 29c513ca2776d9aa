import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { roleSchema } from '#domain/utilisateur/utilisateur.ts'

export const serviceEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    invite: true,
    answer: v.object({
      status: v.literal('ok'),
      version: v.string(),
      /** Accounts that the login page offers; only while the demonstration runs. */
      demo: v.optional(v.array(v.object({ email: v.string(), prenom: v.string(), role: roleSchema }))),
      motDePasse: v.optional(v.string()),
    }),
    errors: ['serveur.indisponible'],
    summary: 'Whether database and storage answer.',
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    invite: true,
    answer: 'bytes',
    errors: [],
    summary: 'This contract as OpenAPI 3.1.',
  }),
  docs: endpoint({
    method: 'GET',
    path: '/docs',
    access: 'public',
    invite: true,
    answer: 'bytes',
    errors: [],
    summary: 'This contract as a page to read.',
  }),
}
