import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { NetworkError } from './apiError.ts'
import { entryInput } from './entryInput.ts'
import { withSessionCookie } from './sessionCookie.ts'
import { readIdentity } from './sessionStore.ts'
import { request } from './transport.ts'

interface SessionAnswer {
  token: string
  nom: string
  prenom: string
}
/** The code of an error. */
interface Refused {
  refused: string
}

/**
 * Requests a new token with the refresh cookie. The cookie rotates, so tabs take turns. A browser may have lost the
 * cookie of a guest who has just entered: the key of the entry then opens the session again, while this device has it.
 * @returns the code of the error when the server refuses
 * @throws NetworkError when it did not answer: the person then stays signed in (product 5)
 */
export async function fetchRenewedSession(): Promise<SessionAnswer | Refused> {
  return withSessionCookie(async () => {
    const person = readIdentity()
    const answer = await requestSession(utilisateurEndpoints.session)
    if (person === null || !person.invite) return answer
    // The cookie is on this device.
    if (!('refused' in answer)) forgetKeysOf(person.id).catch(() => undefined)
    else if (answer.refused === ('session.expiree' satisfies ErrorCode)) return (await reopen(person.id)) ?? answer
    return answer
  })
}

/** Opens the session of a guest with the key of their entry; null without one. */
async function reopen(guestId: number): Promise<SessionAnswer | Refused | null> {
  const [entry] = await entriesOf(guestId)
  if (entry === undefined) return null
  const { params, body } = entryInput(entry)
  const { method, path } = lienEndpoints.enterAsInvite
  const answer = await requestSession({ method, path: path.replace(':code', params.code) }, body)
  if (!('refused' in answer)) return answer
  await uploadQueue.forgetEntry(entry.key)
  // The answer that said so to an earlier renewal, and deleted the cookie, was lost.
  return answer.refused === ended.entry ? { refused: ended.session } : answer
}

/** The organiser has ended the participation, as the two calls say it. */
const ended = {
  entry: 'inscription.annulee',
  session: 'session.participation_terminee',
} as const satisfies Record<string, ErrorCode>

async function forgetKeysOf(guestId: number): Promise<void> {
  for (const { key } of await entriesOf(guestId)) await uploadQueue.forgetEntry(key)
}

/** @throws NetworkError when the code of the queue does not load */
async function entriesOf(guestId: number): Promise<GuestEntry[]> {
  try {
    return (await uploadQueue.entries()).filter(({ utilisateurId }) => utilisateurId === guestId)
  } catch (error) {
    throw new NetworkError(error)
  }
}

async function requestSession(
  { method, path }: { method: string; path: string },
  body?: unknown,
): Promise<SessionAnswer | Refused> {
  const response = await request({ method, path, body, token: null })
  if (isTemporaryStatus(response.status)) throw new NetworkError()
  const answer = (await response.json().catch(() => null)) as (SessionAnswer & { code?: unknown }) | null
  if (response.ok && answer !== null) return answer
  if (typeof answer?.code === 'string') return { refused: answer.code }
  // A proxy or a captive portal has answered, not our server.
  throw new NetworkError()
}
