import { disabledAccount, noteRefusedLogin } from './disabledAccount.ts'
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
  disabledAccount.setState(() => null)
  return withSessionCookie(async () => {
    try {
      return signIn(await send(), remember)
    } catch (error) {
      noteRefusedLogin(error)
      throw error
    }
  })
}
