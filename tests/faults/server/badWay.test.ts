import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage, type Stage } from '#tests/support/stage.ts'

let stage: Stage<FaultyServer>
let bytes: Buffer
beforeEach(async () => {
  stage = await openFaultyStage()
  bytes = await unePhotoDe(3_000_000)
})
afterEach(() => stage.close())

function photo() {
  const { origin, karim, evenementId } = stage
  return { address: origin, token: karim.token, evenementId, bytes, pieces: 1 }
}

test('a body shorter than announced is kept as far as it came, and is never a success', async () => {
  const { network, parts } = stage
  network.weather = { kind: 'cutAfter', bytes: 1_000_000 }
  const offsets: number[] = []
  const beforeRetry = async () => {
    await expectExactly(stage, [])
    offsets.push(await settledOffset())
    if (offsets.length === 2) network.weather = { kind: 'clear' }
  }
  const { refusals } = await deliver({ ...photo(), beforeRetry })
  expect(refusals.map(({ status }) => status)).toEqual([0, 0])
  expect(offsets[0]).toBeGreaterThan(500_000)
  expect(offsets[1]).toBeGreaterThan((offsets[0] ?? 0) + 500_000)
  await expectExactly(stage, [bytes])
  await expectSound(stage)

  /** Where the upload stands once the server has noticed the cut. */
  async function settledOffset(): Promise<number> {
    const reached = () => parts.database.selectFrom('upload').select('decalage').executeTakeFirstOrThrow()
    const before = offsets.at(-1) ?? 0
    await expect.poll(async () => (await reached()).decalage, { timeout: 5000 }).toBeGreaterThan(before)
    return (await reached()).decalage
  }
})

test('a bit flipped on the way is noticed at the end, nothing of it is stored, and the photo comes again', async () => {
  const { network } = stage
  network.weather = { kind: 'flip', request: /^PATCH/ }
  const beforeRetry = async () => {
    await expectExactly(stage, [])
    network.weather = { kind: 'clear' }
  }
  const { refusals } = await deliver({ ...photo(), beforeRetry })
  expect(refusals).toEqual([{ request: 'PATCH', status: 422, code: 'upload.empreinte' }])
  await expectExactly(stage, [bytes])
  await expectSound(stage)
})
