import { expect, onTestFinished, test, vi } from 'vitest'
import { liveEndpoints } from '#domain/live/live.endpoints.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { unToken } from '../../token.ts'

test('opens the stream where the browser forbids storage, with its channels and locks', async () => {
  const refuse = function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const asked: string[] = []
  vi.stubGlobal('BroadcastChannel', refuse)
  vi.spyOn(navigator.locks, 'query').mockImplementation(async () => refuse())
  vi.stubGlobal('fetch', (address: RequestInfo | URL) => {
    asked.push(new URL(new Request(address).url).pathname)
    return Promise.reject(new TypeError('no network'))
  })
  onTestFinished(() => {
    signOut('logout')
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  signIn({ token: unToken({ userId: 4713 }), prenom: 'Zoé', nom: 'Lambert' }, false)
  const { startLive } = await import('#src/api/live/liveTab.ts')
  startLive()
  await expect.poll(() => asked).toContain(`/api${liveEndpoints.stream.path}`)
})

test('opens the decisions where the browser forbids channels', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { openDecisions } = await import('#upload-queue/decisions/openDecisions.ts')
  expect(() => openDecisions({ onMessage: () => undefined }).publish({ sent: null })).not.toThrow()
})
