import { describe, expect, test } from 'vitest'
import { cancelItems, pauseItems } from '#upload-queue/engine/itemCommands.ts'
import { type Death, mortal } from '#tests/upload-queue/support/killer.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

const chunk = 128 * 1024

/** User and network actions in a scenario, before the process is killed at some call. */
type Scene = (world: QueueWorld) => Promise<void> | void

const scenes: Record<string, Scene> = {
  'one small photo'(world) {
    world.accept()
  },
  'a photo of several chunks and a small one'(world) {
    world.accept({ bytes: 3 * chunk + 17 })
    world.accept()
  },
  'an answer lost after the last byte'(world) {
    world.accept({ bytes: 2 * chunk })
    world.server.fault = once('patch', 'mute', 2)
  },
  'a line that breaks in the middle of a chunk'(world) {
    world.accept({ bytes: 2 * chunk })
    world.server.fault = once('patch', 'half', 1)
  },
  'a bit that flips on the way'(world) {
    world.accept()
    world.server.fault = once('create', 'flipped', 1)
  },
  'an upload that the server lost'(world) {
    world.accept({ bytes: 2 * chunk })
    world.server.fault = once('patch', { status: 404, code: 'upload.introuvable' }, 2)
  },
  async 'a cancellation while it was being sent'(world) {
    const { id } = world.accept({ bytes: 2 * chunk })
    world.server.fault = once('patch', 'half', 1)
    await world.drain()
    await cancelItems({ store: world.store, ownerId: 1 }, [id])
  },
  async 'a cancellation after the last byte arrived'(world) {
    const { id } = world.accept()
    world.server.fault = once('create', 'mute', 1)
    await world.drain()
    await cancelItems({ store: world.store, ownerId: 1 }, [id])
  },
  async 'one paused between two others'(world) {
    world.accept()
    const { id } = world.accept()
    world.accept()
    await pauseItems({ store: world.store, ownerId: 1 }, [id])
  },
}

describe('kills the process before and after each await of the engine', () => {
  for (const [name, scene] of Object.entries(scenes)) {
    test(`${name}: loses, duplicates and mixes no photo`, async () => {
      for (const when of ['before', 'after'] as const) {
        let deaths = 0
        while (await diesAndRecovers(scene, { at: deaths + 1, when })) deaths += 1
        expect(deaths).toBeGreaterThan(5)
      }
    })
  }
})

/** @returns whether the process was killed: false once the run ends before that call */
async function diesAndRecovers(scene: Scene, death: Death): Promise<boolean> {
  const world = new QueueWorld()
  world.giveGrant(1, 7)
  await scene(world)
  const dying = mortal(world.ports, death)
  const end = await Promise.race([world.drain({ ports: dying.ports }), dying.died])
  expect(await world.losses()).toEqual([])
  await world.settle()
  expect(await world.losses()).toEqual([])
  for (const id of world.accepted.keys()) {
    expect(['done', 'cancelled', 'paused']).toContain(world.stateOf(id))
  }
  return end === 'died'
}

/** A failure of the n-th call of one kind. */
function once(kind: string, fault: ReturnType<QueueWorld['server']['fault']>, nth: number) {
  let count = 0
  return (call: string) => {
    if (call !== kind) return undefined
    count += 1
    return count === nth ? fault : undefined
  }
}
