import { vi } from 'vitest'
import { signIn, signOut } from '#src/api/session.ts'
import { unToken } from './token.ts'
import { clearScreen } from './screen.tsx'

type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>

// No storage: the app writes answers with a delay, and the next test would read those of the one before.
IDBFactory.prototype.open = () => {
  throw new DOMException('no storage', 'InvalidStateError')
}

/**
 * Signs in an organiser and replaces fetch by answers for calls such as `GET /notifications/preferences`; any other
 * call fails with a 500.
 * @returns the calls made, in order
 */
export function fakeApi(answers: Answers): readonly string[] {
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`
    calls.push(call)
    return (await answers[call]?.(request)) ?? Response.json({}, { status: 500 })
  })
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
  return calls
}

/** Unmounts the screen, signs out and restores fetch; call after each test. */
export function endFakeApi(): void {
  vi.restoreAllMocks()
  clearScreen()
  signOut('logout')
}

/** An error answer of the server. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}
