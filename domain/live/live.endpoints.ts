import { endpoint } from '#domain/contract/endpoint.ts'

export const liveEndpoints = {
  stream: endpoint({
    method: 'GET',
    path: '/live',
    access: 'session',
    invite: true,
    answer: 'bytes',
    errors: ['session.requise', 'session.expiree', 'requete.trop_de_tentatives'],
    summary: 'A text/event-stream that says which lists to ask for again; it ends with the session.',
  }),
}
