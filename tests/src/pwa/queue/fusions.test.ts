import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/apiError.ts'
import { Fusions } from '#src/pwa/queue/fusions.ts'
import { claimShared, dropShared, keepShared, readShared } from '#upload-queue/caches/sharedFiles.ts'
import type { QueueSession } from '#src/pwa/queue/queueSession.ts'

const lea = 12

function device({ others = [900, 40], inMemory = [] as number[] } = {}) {
  const adopted: [number, number][] = []
  const person = {
    session: null as QueueSession | null,
    pending: () => Promise.resolve([{ evenementId: 7 }]),
  }
  const fusions = new Fusions({
    queue: { person: { othersThan: () => Promise.resolve(others) } },
    volatile: { store: { now: () => inMemory.map((ownerId) => ({ ownerId })) } },
    guests: {
      adopt: (guestId: number, ownerId: number) => {
        adopted.push([guestId, ownerId])
        return Promise.resolve()
      },
    },
    person,
  } as unknown as ConstructorParameters<typeof Fusions>[0])
  const sessionOf = (fetchFusions?: () => Promise<readonly number[]>): QueueSession => {
    const session = { ownerId: lea, fetchGrant: () => Promise.reject(new Error()), isAlive: () => true }
    person.session = fetchFusions ? { ...session, fetchFusions } : session
    return person.session
  }
  return { adopted, person, fusions, sessionOf }
}

test('gives the account only photos of guests whom the server names', async () => {
  const { fusions, adopted, sessionOf } = device({ inMemory: [901, lea] })
  const onAdopted = vi.fn<(evenementIds: readonly number[]) => Promise<void>>(() => Promise.resolve())
  await fusions.adopt(
    sessionOf(() => Promise.resolve([900, 901, 902])),
    onAdopted,
  )
  expect(adopted).toEqual(
    expect.arrayContaining([
      [900, lea],
      [901, lea],
    ]),
  )
  expect(adopted).toHaveLength(2)
  expect(onAdopted).toHaveBeenCalledWith([7])
})

test('gives the account the shared files of a guest without any photo', async () => {
  const [guestId, now] = [900, Date.now()]
  await keepShared([new File(['a'], 'a.jpg', { type: 'image/jpeg' })], now)
  await claimShared(guestId, now)
  const { fusions, sessionOf } = device({ others: [] })
  await fusions.adopt(
    sessionOf(() => Promise.resolve([guestId])),
    () => Promise.resolve(),
  )
  expect((await readShared({ now, ownerId: guestId })).files).toEqual([])
  expect((await readShared({ now, ownerId: lea })).files).toMatchObject([{ file: { name: 'a.jpg' } }])
  await dropShared(lea, now)
})

test('asks nothing when the device has no items of others, and nothing for a guest', async () => {
  const alone = device({ others: [], inMemory: [lea] })
  const ask = vi.fn<() => Promise<number[]>>(() => Promise.resolve([900]))
  await alone.fusions.adopt(alone.sessionOf(ask), () => Promise.resolve())
  expect(ask).not.toHaveBeenCalled()
  const guest = device()
  await guest.fusions.adopt(guest.sessionOf(), () => Promise.resolve())
  expect(guest.adopted).toEqual([])
})

test('leaves everything as it is when the server refuses, or the person has left meanwhile', async () => {
  const { fusions, adopted, person, sessionOf } = device()
  const refused = sessionOf(() => Promise.reject(new ApiError(401, 'session.expiree', 'Votre session a expiré.')))
  await expect(fusions.adopt(refused, () => Promise.resolve())).rejects.toThrow('Votre session a expiré.')
  const left = sessionOf(() => {
    person.session = null
    return Promise.resolve([900])
  })
  await fusions.adopt(left, () => Promise.resolve())
  expect(adopted).toEqual([])
})
