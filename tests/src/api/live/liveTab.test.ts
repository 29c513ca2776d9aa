import { afterEach, expect, test } from 'vitest'
import { startLive } from '#src/api/live/liveTab.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { currentSession, signIn, signOut } from '#src/api/session.ts'
import { unToken } from '../../token.ts'

const queryKey = ['liveTab']
afterEach(() => {
  queryClient.clear()
  signOut('choix')
})

test('loads its lists again after it was frozen, when another tab has the stream', async () => {
  signIn({ token: unToken({ userId: 4711 }), prenom: 'Zoé', nom: 'Lambert' }, false)
  const otherTab = Promise.withResolvers<void>()
  const name = `eclats:live:${currentSession()?.utilisateur.id}`
  void navigator.locks.request(name, () => otherTab.promise)
  const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated
  startLive()
  await queryClient.fetchQuery({ queryKey, queryFn: () => 'photos', meta: { live: ['media'] } })
  dispatchEvent(new Event('freeze'))
  expect(isOutdated()).toBe(false)
  dispatchEvent(new Event('resume'))
  await expect.poll(isOutdated).toBe(true)
  otherTab.resolve()
})
