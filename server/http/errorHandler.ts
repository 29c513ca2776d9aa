import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { typographie } from '#domain/texte/typographie.ts'
import { StorageAway } from '../storage/storage.ts'
import { type DatabaseTrouble, databaseTroubleOf } from '../database/databaseError.ts'
import { escaped } from './htmlText.ts'
import { isForPage, plainPage } from './plainPage.ts'
import { Problem } from './problem.ts'

/** Maps every error to the answer `{ message, code }`, with no-store. An unknown error becomes a generic 500. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, request, reply)
  })
}

/**
 * Sends a problem; a HEAD gets only its status and headers. A browser that opens the address itself gets a page.
 */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({ 'Cache-Control': 'no-store', ...problem.headers }).code(problem.status)
  if (request.method === 'HEAD') return reply.send()
  if (isForPage(request)) {
    return reply.send(plainPage(reply, { titre: "Impossible d'ouvrir cette page", corps: problemPage(problem) }))
  }
  // The reply may already have another content type.
  const { message, code, utilisateurId } = problem
  return reply.type('application/json; charset=utf-8').send({ message, code, utilisateurId })
}

function problemPage({ message }: Problem): string {
  return `<p>${escaped(typographie(message))}</p>\n<p><a class="way" href="/">Retour à l'accueil</a></p>`
}

function problemOf(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  if (error.statusCode === 413) return new Problem('requete.trop_volumineuse')
  if (error.statusCode === 415) return new Problem('requete.type')
  if (error.statusCode === 429) return new Problem('requete.trop_de_tentatives', { values: { attente: '1 min' } })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('requete.invalide', { values: { raison: "le corps n'est pas lisible" } })
  }
  if (error instanceof StorageAway) return problemOfDatabase('away')
  const trouble = databaseTroubleOf(error)
  return trouble === null ? new Problem('serveur.erreur') : problemOfDatabase(trouble)
}

/** Retry-After in seconds. */
const retryAfter = { busy: 2, away: 5, full: 60 } as const

function problemOfDatabase(trouble: DatabaseTrouble): Problem {
  if (trouble === 'unstorable') {
    return new Problem('requete.invalide', { values: { raison: 'un texte contient un caractère interdit' } })
  }
  return new Problem('serveur.indisponible', { headers: { 'Retry-After': String(retryAfter[trouble]) } })
}
