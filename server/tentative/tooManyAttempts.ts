import { Problem } from '../http/problem.ts'

/** The refusal of an attempt over its limit, with the wait until the next one. */
export function tooManyAttempts(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem('requete.trop_de_tentatives', {
    values: { attente: waitWords(seconds) },
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * The wait of a refusal with Retry-After: "15 min"; from two hours on "24 h".
 * @param seconds the value of that header
 */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
