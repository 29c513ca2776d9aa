import { describe, expect, test } from 'vitest'
import { cancelItems, pauseItems, resumeItems, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { mostLanes } from '#upload-queue/engine/laneTrial.ts'
import type { Ports } from '#upload-queue/engine/ports.ts'
import { mortal } from '#tests/upload-queue/support/killer.ts'
import type { Fault } from '#tests/upload-queue/support/modelServer.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'
import { overSharedLine } from '#tests/upload-queue/support/sharedLine.ts'

const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
/** Fifty in the daily run; QUEUE_OPERATIONS=1000 for the long run. */
const operations = Number(process.env['QUEUE_OPERATIONS'] ?? 50)

describe('random operations with network errors, server errors and crashes', () => {
  test.each(seeds)('seed %i: loses, duplicates and mixes no photo', { timeout: 600_000 }, async (seed) => {
    const world = new QueueWorld(seed)
    for (const ownerId of [1, 2]) for (const evenementId of [7, 8]) world.giveGrant(ownerId, evenementId)
    world.server.fault = () => faultOf(world)
    for (let n = 0; n < operations; n += 1) {
      await operate(world)
      expect(await world.losses()).toEqual([])
    }
    world.server.fault = () => undefined
    for (const ownerId of [1, 2]) {
      for (const evenementId of [7, 8]) world.giveGrant(ownerId, evenementId)
      await resumeItems({ store: world.store, ownerId }, 'all')
      await retryItems({ store: world.store, ownerId }, 'all')
    }
    await world.settle()
    expect(await world.losses()).toEqual([])
    for (const id of world.accepted.keys()) expect(['done', 'cancelled']).toContain(world.stateOf(id))
    for (const { ownerId, clientUploadId } of world.server.medias) {
      expect(world.accepted.get(clientUploadId)?.ownerId).toBe(ownerId)
    }
  })
})

async function operate(world: QueueWorld): Promise<void> {
  const ownerId = among(world, [1, 2])
  const person = { store: world.store, ownerId }
  const ids = [...world.accepted.keys()]
  const one = ids.length === 0 ? [] : [among(world, ids)]
  const choice = world.random()
  if (choice < 0.25) for (let left = among(world, [1, 1, 1, 6]); left > 0; left -= 1) acceptOne(world, ownerId)
  else if (choice < 0.55) await drainAndMaybeDie(world)
  else if (choice < 0.65) await pauseItems(person, one)
  else if (choice < 0.75) await resumeItems(person, 'all')
  else if (choice < 0.82) await retryItems(person, 'all')
  else if (choice < 0.87) await cancelItems(person, one)
  else if (choice < 0.9) world.revokeGrants()
  else if (choice < 0.95) world.giveGrant(ownerId, among(world, [7, 8]))
  else world.clock.time += among(world, [1000, 600_000, 90_000_000, -90_000_000])
}

function acceptOne(world: QueueWorld, ownerId: number): void {
  world.accept({
    ownerId,
    evenementId: among(world, [7, 8]),
    bytes: among(world, [1, 20_000, 50_000, 1_100_000]),
    // Few different contents, so that the same photo is sometimes picked again, also by the other person.
    seed: Math.floor(world.random() * 12),
  })
}

/** Two drainers may run concurrently; the one with the older epoch must have no effect. */
async function drainAndMaybeDie(world: QueueWorld): Promise<void> {
  world.takeOver()
  const death = {
    at: 1 + Math.floor(world.random() * among(world, [60, 600])),
    when: among(world, ['before', 'after'] as const),
  }
  const dying = mortal(world.ports, death)
  const lanes = among(world, [1, mostLanes])
  const running = world.drain({ ports: among(world, [dying.ports, overLossyLine(world, dying.ports)]), lanes })
  const isOvertaken = world.random() < 0.2
  if (isOvertaken) world.takeOver()
  const other = isOvertaken ? world.drain() : undefined
  await Promise.race([running, dying.died])
  await other
}

/** Requests take simulated time there, and several in parallel are faster. */
function overLossyLine(world: QueueWorld, ports: Ports): Ports {
  return { ...ports, wire: overSharedLine(world, { speed: 50, ofOne: 12.5 }, ports.wire).wire }
}

function faultOf(world: QueueWorld): Fault | undefined {
  if (world.random() < 0.7) return undefined
  return among<Fault>(world, [
    'lost',
    'mute',
    'half',
    'flipped',
    'stall',
    'portal',
    { status: 500 },
    { status: 503, retryAfterMs: 3000 },
    { status: 429, retryAfterMs: 5000 },
    { status: 423 },
    { status: 401 },
    { status: 403, code: 'upload.evenement_ferme' },
    { status: 403, code: 'upload.autorisation_expiree' },
    { status: 507 },
    { status: 413, tus: false },
    { status: 200, tus: true },
    { status: 204, offset: 0 },
    { status: 409, offset: 0 },
  ])
}

function among<T>(world: QueueWorld, choices: readonly T[]): T {
  const choice = choices[Math.floor(world.random() * choices.length)]
  if (choice === undefined) throw new Error('nothing to choose from')
  return choice
}
