import { rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Disk, mountMemory, sayUntried, whyNoMount } from '#tests/support/disk.ts'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage, type Stage } from '#tests/support/stage.ts'

const megabyte = 1024 * 1024
const noMount = await whyNoMount('tmpfs')
sayUntried('a full disk (no space is simulated call by call all the same)', noMount)
let disk: Disk
let stage: Stage<FaultyServer>
beforeEach(async ({ skip }) => {
  if (noMount !== null) skip(noMount)
  disk = await mountMemory(24)
  stage = await openFaultyStage({ dataDir: disk.folder })
})
afterEach(async () => {
  if (noMount !== null) return
  await stage.close()
  await disk.unmount()
})

/** Fills the disk up to the given free bytes; frees it when removed. */
async function fill(free: number): Promise<void> {
  await writeFile(filler(), '')
  const piece = randomBytes(64 * 1024)
  try {
    for (;;) await writeFile(filler(), piece, { flag: 'a' })
  } catch {
    if (free > 0) await rm(reserve())
  }
}

const filler = () => join(disk.folder, 'remplissage')
const reserve = () => join(disk.folder, 'reserve')

test('answers 507 when the disk fills up, keeps what arrived, and resumes when there is space', async () => {
  const { server, karim, evenementId, parts } = stage
  await writeFile(reserve(), randomBytes(2 * megabyte))
  await fill(2 * megabyte)
  const bytes = await unePhotoDe(5 * megabyte)
  let kept = 0
  const beforeRetry = async () => {
    const [upload] = await parts.database.selectFrom('upload').select('decalage').execute()
    kept = upload?.decalage ?? 0
    await rm(filler(), { force: true })
  }
  const photo = { address: server.address, token: karim.token, evenementId, bytes, pieces: 1 }
  const { refusals } = await deliver({ ...photo, beforeRetry })
  expect(refusals).toEqual([{ request: 'PATCH', status: 507, code: 'upload.disque_plein' }])
  expect(kept).toBeGreaterThan(megabyte)
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})

test('loses nothing when the disk is full at the commit, and commits when there is space', async () => {
  const { server, karim, evenementId } = stage
  const bytes = await unePhotoDe(300_000)
  const photo = { address: server.address, token: karim.token, evenementId, bytes }
  await server.plan({ at: 1, fault: 'kill-before', only: ['file/mkdir'] })
  const beforeRetry = async () => {
    if (server.lives()) {
      await rm(filler(), { force: true })
      return
    }
    await fill(0)
    await server.start()
  }
  const { refusals } = await deliver({ ...photo, beforeRetry })
  // The claim had not stored the offset: the phone sends the last piece again, and the server answers that it has it.
  const others = refusals.filter(({ status }) => status !== 0 && status !== 507)
  expect(others).toEqual([{ request: 'PATCH', status: 409, code: 'upload.decalage' }])
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})
