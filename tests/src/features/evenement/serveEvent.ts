import { vi } from 'vitest'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

interface Sent {
  method: string
  version: string | null
  body: unknown
}

/**
 * A server with one event, which another client may have changed before the first save arrives.
 * @returns the saves, in the order in which they arrived
 */
export function serveEvent(current: ReturnType<typeof unEvenementOrganisateur>): Sent[] {
  const sent: Sent[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request) || input.method === 'GET') return Response.json(current)
    const version = decodeURIComponent(input.headers.get('if-match') ?? '')
    sent.push({ method: input.method, version, body: await input.json() })
    if (version === `"${current.version}"`) return Response.json(current)
    const message = 'Vous avez modifié cet événement entre-temps, à 18:02 depuis un autre écran.'
    return Response.json({ code: 'evenement.version', message }, { status: 409 })
  })
  return sent
}
