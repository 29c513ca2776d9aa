import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startLive } from '#src/api/live/liveTab.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { unToken } from '../../token.ts'

const queryKey = ['liveTab']
const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated

afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
  signOut('logout')
})

/** Signs in, with the stream of this person in another tab, and loads a list. */
async function start(userId: number): Promise<void> {
  signIn({ token: unToken({ userId }), prenom: 'Zoé', nom: 'Lambert' }, false)
  const otherTab = Promise.withResolvers<void>()
  onTestFinished(() => otherTab.resolve())
  await new Promise<void>((resolve) => {
    void navigator.locks.request(`eclats:live:${userId}`, () => {
      resolve()
      return otherTab.promise
    })
  })
  await queryClient.fetchQuery({ queryKey, queryFn: () => 'photos', meta: { live: ['media'] } })
}

// The first test: a page starts to listen once.
test('loads its lists again when it starts to listen while another tab has the stream', async () => {
  await start(4710)
  startLive()
  await expect.poll(isOutdated).toBe(true)
})

test('loads its lists again when a tab that was opened in the background is shown', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await start(4711)
  expect(isOutdated()).toBe(false)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(isOutdated).toBe(true)
})

test('loads its lists again after it was frozen, when another tab has the stream', async () => {
  await start(4712)
  dispatchEvent(new Event('freeze'))
  dispatchEvent(new Event('resume'))
  await expect.poll(isOutdated).toBe(true)
})
