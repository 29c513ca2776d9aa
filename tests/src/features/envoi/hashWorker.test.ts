import { afterEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '#src/api/session.ts'
import { putPicks } from '#src/features/envoi/pickStore.ts'
import { addPicks } from '#src/features/envoi/usePicks.ts'
import { unToken } from '../../token.ts'

afterEach(() => {
  vi.restoreAllMocks()
  putPicks(7, [])
  signOut('logout')
})

// Alone in its file: a page starts the worker once.
test('starts the hash worker when files are chosen, before they are sent', async () => {
  signIn({ token: unToken({ role: 'PARTICIPANT' }), nom: 'Lambert', prenom: 'Zoé' }, false)
  const started = vi.spyOn(globalThis, 'Worker')
  await addPicks(7, [new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' })])
  const urls = () => started.mock.calls.map(([url]) => String(url))
  await expect.poll(urls).toEqual([expect.stringContaining('hash.worker')])
})
