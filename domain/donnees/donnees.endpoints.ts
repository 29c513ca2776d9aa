import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'

const path = '/frontend/participant/data'

export const donneesEndpoints = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'session',
    query: v.object({ format: v.optional(v.picklist(['json', 'zip']), 'json') }),
    answer: 'bytes',
    errors: ['requete.invalide', 'session.requise', 'session.expiree', 'requete.trop_de_tentatives'],
    summary: 'Everything about the signed-in person as JSON; format=zip adds the originals. Three times a day.',
  }),
}
