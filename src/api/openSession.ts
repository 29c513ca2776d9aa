import { signIn, type SessionUser } from './session.ts'
import { withSessionCookie } from './sessionCookie.ts'

/**
 * Sends a request that opens a session, and starts the session.
 * @returns the person, or null when the token cannot be read
 */
export function openSession(
  send: () => Promise<Parameters<typeof signIn>[0]>,
  remember: boolean,
): Promise<SessionUser | null> {
  return withSessionCookie(async () => signIn(await send(), remember))
}
