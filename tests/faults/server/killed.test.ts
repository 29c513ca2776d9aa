import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { mediasOf, openFaultyStage, type Stage } from '#tests/support/stage.ts'
import { isWhole } from '#tests/support/extent.ts'

let stage: Stage<FaultyServer>
beforeEach(async () => {
  stage = await openFaultyStage()
})
afterEach(() => stage.close())

/** Uploads one photo as a phone does and restarts the server whenever it was killed. Returns the number of restarts. */
async function deliverThrough(bytes: Buffer): Promise<number> {
  const { server, karim, evenementId } = stage
  let deaths = 0
  const revive = async () => {
    // The exit event follows shortly after the broken connections.
    await pause(30)
    if (server.lives()) return
    deaths += 1
    await server.start()
  }
  await deliver({ address: server.address, token: karim.token, evenementId, bytes, beforeRetry: revive })
  await previewsMade()
  await revive()
  return deaths
}

/** Until the previews of the last photo are made, or the server was killed meanwhile. */
async function previewsMade(): Promise<void> {
  for (let waits = 0; waits < 50 && stage.server.lives(); waits += 1) {
    if ((await mediasOf(stage)).at(-1)?.variantesEtat === 'FAITES') return
    await pause(20)
  }
}

const step = isWhole ? 1 : 17

test.each(['kill-before', 'kill-after'] as const)(
  '%s: loses no photo when killed at any call of a deposit',
  async (fault) => {
    const photos: Buffer[] = []
    for (let at = fault === 'kill-before' ? 1 : Math.ceil(step / 2), deaths = 1; deaths > 0; at += step) {
      await stage.server.plan({ at, fault })
      const bytes = await unePhoto()
      photos.push(bytes)
      deaths = await deliverThrough(bytes)
      await expectExactly(stage, photos)
    }
    expect(photos.length).toBeGreaterThan(isWhole ? 40 : 3)
    await expectSound(stage)
  },
)
