import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultPlan } from '#tests/support/faultPoints.ts'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { deliver, type Refusal } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage, type Stage } from '#tests/support/stage.ts'
import { isWhole } from '#tests/support/extent.ts'

let stage: Stage<FaultyServer>
beforeEach(async () => {
  stage = await openFaultyStage()
})
afterEach(() => stage.close())

const fileWrites = ['file/open', 'file/mkdir', 'file/rename', 'file/writev']
const rowWrites = ['database/insert', 'database/update', 'database/commit']

const failures: readonly { fault: FaultPlan['fault']; only: string[]; answer: Omit<Refusal, 'request'> }[] = [
  { fault: 'EIO', only: ['file/'], answer: { status: 500, code: 'serveur.erreur' } },
  { fault: 'ENOSPC', only: fileWrites, answer: { status: 507, code: 'upload.disque_plein' } },
  { fault: 'SQLITE_IOERR', only: ['database/'], answer: { status: 500, code: 'serveur.erreur' } },
  { fault: 'SQLITE_BUSY', only: ['database/'], answer: { status: 503, code: 'serveur.indisponible' } },
  { fault: 'SQLITE_FULL', only: rowWrites, answer: { status: 507, code: 'upload.disque_plein' } },
]

const step = isWhole ? 1 : 4

test.each(failures)(
  'answers with a clear error, keeps no partial state and succeeds at the next attempt when any call fails with $fault',
  async ({ fault, only, answer }) => {
    const photos: Buffer[] = []
    const wrong: unknown[] = []
    for (let at = 1, hit: string | null = ''; hit !== null; at += step) {
      const bytes = await unePhoto()
      photos.push(bytes)
      await stage.server.plan({ at, fault, only })
      const refusals = await deliverPhoto(bytes)
      hit = (await stage.server.plan(null))?.hit ?? null
      // The answer to a HEAD has no body and thus no code.
      const unlike = refusals.filter(
        ({ request, status, code }) => status !== answer.status || (request !== 'HEAD' && code !== answer.code),
      )
      wrong.push(...unlike.map((refusal) => [at, hit, refusal]))
      await expectExactly(stage, photos)
    }
    expect(wrong).toEqual([])
    expect(photos.length).toBeGreaterThan(isWhole ? 8 : 2)
    await expectSound(stage)
  },
)

test.each(['EIO', 'ENOSPC'] as const)(
  'keeps waiting for the bytes when calls fail with %s for a time',
  async (fault) => {
    const bytes = await unePhoto()
    await stage.server.plan({ at: 2, fault, only: ['file/writev', 'file/rename'], lasting: true })
    await expect(deliverPhoto(bytes)).rejects.toThrow('not delivered')
    await expectExactly(stage, [])
    await stage.server.plan(null)
    await deliverPhoto(bytes)
    await expectExactly(stage, [bytes])
    await expectSound(stage)
  },
)

test('restarts an upload when a sync fails while the photo is received', async () => {
  const bytes = await unePhotoDe(8 * 1024 * 1024)
  await stage.server.plan({ at: 1, fault: 'EIO', only: ['file/datasync'] })
  const refusals = await deliverPhoto(bytes)
  expect(refusals.map(({ request, status, code }) => [request, status, code])).toEqual([
    ['PATCH', 500, 'serveur.erreur'],
  ])
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})

async function deliverPhoto(bytes: Buffer): Promise<Refusal[]> {
  const { server, karim, evenementId } = stage
  return (await deliver({ address: server.address, token: karim.token, evenementId, bytes })).refusals
}
