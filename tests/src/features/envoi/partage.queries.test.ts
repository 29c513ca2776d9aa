import { expect, test } from 'vitest'
import { dropShared, keepShared, readShared } from '#upload-queue/caches/sharedFiles.ts'
import { signOut } from '#src/api/session.ts'
import { readOthers } from '#src/features/envoi/partage.queries.ts'

test('leaves files to the next person that are shared while those of a person who signed out are still copied', async () => {
  const now = Date.now()
  signOut('logout')
  await keepShared([new File(['x'], 'a.jpg', { type: 'image/jpeg' })], now)
  expect(await readOthers([])).toEqual([])
  expect((await readShared({ now, ownerId: 12 })).files.map(({ file }) => file.name)).toEqual(['a.jpg'])
  await dropShared(12, now)
})
