import { beforeEach, expect, test, vi } from 'vitest'
import { drainUnderLock } from '#upload-queue/drainer.ts'
import { Interruptions } from '#upload-queue/interruptions.ts'
import { NetworkPreference } from '#upload-queue/network/networkPreference.ts'
import { NetworkSpeed } from '#upload-queue/network/networkSpeed.ts'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'
import { ModelServer } from '#tests/upload-queue/support/modelServer.ts'
import { Phone, someBytes } from '#tests/upload-queue/support/phone.ts'

class Line extends EventTarget {
  type: string | undefined

  constructor(type: string | undefined) {
    super()
    this.type = type
  }

  become(type: string): void {
    this.type = type
    this.dispatchEvent(new Event('change'))
  }
}

let name: string
beforeEach(() => {
  name = `ligne ${crypto.randomUUID()}`
})

test('blocks only mobile data when Wi-Fi is preferred, in every tab and after a restart', async () => {
  const line = new Line('cellular')
  const choice = new NetworkPreference(line, name)
  expect(await choice.read()).toEqual({ isKnown: true, isMobile: true, isWifiOnly: false })
  expect(choice.waitsForWifi()).toBe(false)
  await choice.choose(true)
  expect(choice.waitsForWifi()).toBe(true)
  const elsewhere = new NetworkPreference(line, name)
  expect(await elsewhere.read()).toMatchObject({ isWifiOnly: true })
  expect(elsewhere.waitsForWifi()).toBe(true)
  line.become('wifi')
  expect(elsewhere.waitsForWifi()).toBe(false)
})

test('never blocks when the browser does not report the network type', async () => {
  const choice = new NetworkPreference(new Line('cellular'), name)
  await choice.choose(true)
  for (const type of [undefined, 'unknown']) {
    const mute = new NetworkPreference(new Line(type), name)
    expect(await mute.read()).toEqual({ isKnown: false, isMobile: false, isWifiOnly: false })
    expect(mute.waitsForWifi()).toBe(false)
  }
})

test('keeps the last known preference when the storage fails', async () => {
  const choice = new NetworkPreference(new Line('cellular'), name)
  await choice.choose(true)
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('closed', 'InvalidStateError')
  })
  expect(await choice.read()).toMatchObject({ isWifiOnly: true })
  expect(choice.waitsForWifi()).toBe(true)
})

test('notifies of a new network type, not of a new speed', () => {
  const line = new Line('wifi')
  let notified = 0
  new NetworkPreference(line, name).onChange(() => (notified += 1))
  line.become('wifi')
  line.become('cellular')
  line.become('cellular')
  expect(notified).toBe(1)
})

test('drains only on Wi-Fi, stops between two chunks and resumes there', async () => {
  const phone = new Phone()
  const server = new ModelServer()
  const line = new Line('cellular')
  const choice = new NetworkPreference(line, name)
  await choice.choose(true)
  server.grants.set('secret', { ownerId: 1, evenementId: 7 })
  await phone.grants.save({ ownerId: 1, evenementId: 7 }, { grant: 'secret', obtainedAt: 0, expiresAt: 1 })
  await phone.accept(someBytes(10, 1))
  const place = {
    store: phone.store,
    lease: phone.lease,
    discards: { finish: () => Promise.resolve(), isPending: false },
    grants: {
      find: (ownerId: number, evenementId: number) => phone.grants.find(ownerId, evenementId),
      canRenew: () => false,
      renew: async () => ({ none: 'no_session' }) as const,
    },
    wire: server.wire,
    clock: phone.clock,
    locks: undefined,
    interruptions: new Interruptions(),
    silence: new SilenceWatch(),
    networkSpeed: new NetworkSpeed(phone.clock, undefined, `rythme ${name}`),
    copiers: async () => new Set<string>(),
    holder: 'a place',
    networkPreference: choice,
  }
  const drainOptions = { lanes: 1, networkIsBack: true, waitMs: 0, canSteal: true, shouldStop: () => false } as const
  expect(await drainUnderLock(place, drainOptions)).toEqual({ why: 'wifi', remaining: 1, nextWakeAt: null })
  expect(server.medias).toHaveLength(0)
  line.become('wifi')
  expect(await drainUnderLock(place, drainOptions)).toMatchObject({ why: 'idle', remaining: 0 })
  expect(server.medias).toHaveLength(1)
  await phone.accept(someBytes(3 * 1024 * 1024, 2))
  const { wire } = server
  const create: typeof wire.create = (...args) => {
    line.become('cellular')
    return wire.create(...args)
  }
  const leaving = { ...place, wire: { ...wire, create } }
  expect(await drainUnderLock(leaving, drainOptions)).toMatchObject({ why: 'stopped', remaining: 1 })
  expect(server.medias).toHaveLength(1)
})
