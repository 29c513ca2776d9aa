import { endpoint } from '#domain/contract/endpoint.ts'

export const liveEndpoints = {
  stream: endpoint({
    method: 'GET',
    path: '/live',
    access: 'session',
    invite: true,
    answer: 'bytes',
    errors: ['session.requise', 'session.expiree', 'requete.trop_de_tentatives'],
    summary: 'Streams, as text/event-stream, which lists have changed. The stream ends with the session.',
  }),
}
