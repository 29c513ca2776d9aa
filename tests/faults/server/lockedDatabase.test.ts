import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage, type Stage } from '#tests/support/stage.ts'

let stage: Stage<FaultyServer>
beforeEach(async () => {
  stage = await openFaultyStage()
})
afterEach(() => stage.close())

/** Another process holds the write lock. */
function lock(): { readonly release: () => void } {
  const other = new SqliteDatabase(join(stage.folder, 'eclats.sqlite'))
  other.exec('begin immediate')
  return {
    release() {
      if (!other.open) return
      other.exec('rollback')
      other.close()
    },
  }
}

test('answers 503 while the database is locked, and accepts the photo when it is free', async () => {
  const { server, karim, evenementId } = stage
  const bytes = await unePhoto()
  const { release } = lock()
  const photo = { address: server.address, token: karim.token, evenementId, bytes }
  const beforeRetry = async () => release()
  const { refusals } = await deliver({ ...photo, beforeRetry })
  expect(refusals).toEqual([{ request: 'POST', status: 503, code: 'serveur.indisponible' }])
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})

test('only delays the answer when the database is locked for a second', async () => {
  const { server, karim, evenementId } = stage
  const bytes = await unePhoto()
  const { release } = lock()
  let isDelivered = false
  const delivered = deliver({ address: server.address, token: karim.token, evenementId, bytes }).finally(
    () => (isDelivered = true),
  )
  // How long the lock is held: the fault itself, not a wait for a result.
  await pause(1000)
  expect(isDelivered).toBe(false)
  release()
  expect((await delivered).refusals).toEqual([])
  await expectExactly(stage, [bytes])
})
