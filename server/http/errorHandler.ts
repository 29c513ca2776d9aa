import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DatabaseTrouble, databaseTroubleOf } from '../database/databaseError.ts'
import { Problem } from './problem.ts'

/** The one place where an error becomes an answer: `{ message, code }`, never stored, anything unknown a neutral 500. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, request, reply)
  })
}

/** Answers a problem; a HEAD has its status and headers alone. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({ 'Cache-Control': 'no-store', ...problem.headers }).code(problem.status)
  if (request.method === 'HEAD') return reply.send()
  // A reply that had begun as another type would keep it.
  return reply.type('application/json; charset=utf-8').send({ message: problem.message, code: problem.code })
}

function problemOf(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  if (error.statusCode === 413) return new Problem('requete.trop_volumineuse')
  if (error.statusCode === 415) return new Problem('requete.type')
  if (error.statusCode === 429) return new Problem('requete.trop_de_tentatives', { values: { minutes: 1 } })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('requete.invalide', { values: { raison: "le corps n'est pas lisible" } })
  }
  const trouble = databaseTroubleOf(error)
  return trouble === null ? new Problem('serveur.erreur') : problemOfDatabase(trouble)
}

/** Seconds after which asking again makes sense. */
const retryAfter = { busy: 2, away: 5, full: 60 } as const

function problemOfDatabase(trouble: DatabaseTrouble): Problem {
  if (trouble === 'unstorable') {
    return new Problem('requete.invalide', { values: { raison: 'un texte contient un caractère interdit' } })
  }
  return new Problem('serveur.indisponible', { headers: { 'Retry-After': String(retryAfter[trouble]) } })
}
