import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
    if (await isListening(server)) return
    // The process ends after its connections.
    await vi.waitUntil(() => !server.lives(), { timeout: 120_000 })
    deaths += 1
    await server.start()
  }
  await deliver({ address: server.address, token: karim.token, evenementId, bytes, beforeRetry: revive })
  await previewsMade()
  // From now on no call kills the server.
  await server.plan(null)
  await revive()
  return deaths
}

/** Until the previews of the last photo are made, or the server was killed meanwhile. */
async function previewsMade(): Promise<void> {
  const isOver = async () => !stage.server.lives() || (await mediasOf(stage)).at(-1)?.variantesEtat === 'FAITES'
  await vi.waitUntil(isOver, { interval: 20, timeout: 120_000 })
}

function isListening({ address, port }: FaultyServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, new URL(address).hostname)
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

const step = isWhole ? 1 : 17

test.each(['kill-before', 'kill-after'] as const)(
  'loses no photo when killed at any call of a deposit (%s)',
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
