import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { dropShared, keepShared, readShared } from '#upload-queue/caches/sharedFiles.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { deleteSharedFiles, readOthers } from '#src/features/envoi/partage.queries.ts'
import { unToken } from '../../token.ts'

test('leaves files to the next person that are shared while those of a person who signed out are still copied', async () => {
  const now = Date.now()
  signOut('logout')
  await keepShared([new File(['x'], 'a.jpg', { type: 'image/jpeg' })], now)
  expect(await readOthers([])).toEqual([])
  expect((await readShared({ now, ownerId: 12 })).files.map(({ file }) => file.name)).toEqual(['a.jpg'])
  await dropShared(12, now)
})

test('leaves no file to ask about when the files that were queued or discarded cannot be deleted', async () => {
  const [now, ownerId] = [Date.now(), 13]
  signIn({ token: unToken({ userId: ownerId }), nom: 'Petit', prenom: 'Nora' }, false)
  await keepShared([new File(['x'], 'a.jpg', { type: 'image/jpeg' })], now)
  const { files } = await readShared({ now, ownerId })
  const broken = vi.spyOn(Cache.prototype, 'delete').mockRejectedValue(new DOMException('broken', 'UnknownError'))
  expect(await deleteSharedFiles(new QueryClient(), files)).toBe(0)
  broken.mockRestore()
  await dropShared(ownerId, now)
  signOut('logout')
})
