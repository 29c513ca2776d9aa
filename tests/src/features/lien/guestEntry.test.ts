// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NetworkError } from '#src/api/apiError.ts'
import { currentSession, onSignOut, renewToken, restoreSession, signIn, signOut } from '#src/api/session.ts'
import { entryState } from '#src/features/lien/entryState.ts'
import {
  enterAsGuest,
  moveEntryTo,
  giveUpEntry,
  resumeAfterSignOut,
  resumeEntry,
} from '#src/features/lien/guestEntry.ts'
import { useEntryTakeover } from '#src/features/lien/useEntryTakeover.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { openQueue } from '#upload-queue/openQueue.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { ownCookieLock } from '../../ownCookieLock.ts'
import { enteredGuest, tokenOfGuest } from '../../enteredGuest.ts'
import { unToken } from '../../token.ts'

const newEntry = {
  code: 'Zx9wZx9wZx9wZx9wZx9wZx',
  evenement: { id: 7, titre: 'Mariage', fuseau: 'Europe/Paris' },
  prenom: 'Marie',
  nom: '',
  versionRGPD: '1.0',
}
let guest = 900
let keys: string[]
let answer: () => Response | Promise<Response>
/** The server's answer to the renewal with the cookie. */
let renewed: () => Response
/** The identity that this device remembers, as JSON: other test files write the real one. */
let remembered: string | null

/** The server's answer to an entry: the guest, VALIDE. */
const sessionOfNoOne = { fetchGrant: () => Promise.reject(new Error('no session')), isAlive: () => false }
const silence = () => Response.error()

beforeEach(() => {
  guest += 1
  keys = []
  answer = () => enteredGuest(guest)
  renewed = () => Response.json({}, { status: 503 })
  remembered = null
  ownCookieLock()
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => (key === 'eclats.identite' ? remembered : null))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const isEntry = request.url.includes('/invites')
    if (!isEntry && !request.url.endsWith('/auth/session')) return Response.json({}, { status: 503 })
    if (isEntry) keys.push(((await request.json()) as { cle: string }).cle)
    const given = await (isEntry ? answer() : renewed())
    if (given.type === 'error') throw new TypeError('no network')
    return given
  })
})
afterEach(async () => {
  const state = entryState.get()
  if (state.kind !== 'none') await giveUpEntry(state.entry)
  for (const { key } of await uploadQueue.entries()) await uploadQueue.forgetEntry(key)
  await uploadQueue.suspendSession(null)
  // Other test files use the same database.
  const { store, channel } = openQueue({ origin: location.origin, onMessage: () => {} })
  channel.close()
  const owners = new Set((await store.live()).map(({ ownerId }) => ownerId))
  for (const ownerId of [guest, ...owners]) await uploadQueue.closeSession({ ownerId, keep: false })
  signOut('logout')
  vi.restoreAllMocks()
})

function signInAs(userId: number): void {
  const token = unToken({ userId, sub: 'lea@demo.eclats.test', role: 'PARTICIPANT' })
  signIn({ token, nom: 'M', prenom: 'L' }, false)
}

async function choosePhoto(): Promise<void> {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, guest % 251])], 'a.jpg', { type: 'image/jpeg' })
  const { copied } = await uploadQueue.enqueueFiles({
    evenementId: 7,
    files: [{ file, size: file.size, allegee: false }],
  })
  await copied
}
const names = () => readQueueView().items.map(({ name }) => name)

test('signs the guest in and keeps the entry, also when a later start finds the guest signed in', async () => {
  expect(await enterAsGuest(newEntry)).toBeNull()
  expect(currentSession()?.utilisateur).toMatchObject({ id: guest, invite: true, email: '' })
  expect(entryState.get()).toMatchObject({ kind: 'entered', hasWaited: false })
  const kept = async () => (await uploadQueue.entries()).map(({ utilisateurId }) => utilisateurId)
  expect(await kept()).toEqual([guest])
  await resumeEntry()
  expect(await kept()).toEqual([guest])
})

test('repeats the request with the same key when the session was lost', async () => {
  await enterAsGuest(newEntry)
  signOut('expired')
  await resumeEntry()
  await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
})

test('deletes the entry when the server has ended the session of its guest, who keeps the photos', async () => {
  await enterAsGuest(newEntry)
  signOut('expired')
  answer = silence
  await resumeEntry()
  await choosePhoto()
  answer = () => Response.json({ code: 'inscription.annulee', message: 'Inscription annulée.' }, { status: 409 })
  dispatchEvent(new Event('online'))
  await expect.poll(async () => (await uploadQueue.entries()).length).toBe(0)
  expect(entryState.get().kind).toBe('none')
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId: guest, fetchGrant, isAlive: () => true })
  expect(names()).toEqual(['a.jpg'])
})

test('gives the photos chosen without network to the guest', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  expect(entryState.get()).toMatchObject({ kind: 'waiting', isNew: true })
  await choosePhoto()
  await expect.poll(names).toEqual(['a.jpg'])
  answer = () => enteredGuest(guest)
  dispatchEvent(new Event('online'))
  await expect.poll(() => entryState.get()).toMatchObject({ kind: 'entered', hasWaited: true })
  expect(names()).toEqual(['a.jpg'])
  expect(new Set(keys).size).toBe(1)
})

test('returns the reason of a refusal, and stores nothing', async () => {
  answer = () => Response.json({ code: 'lien.introuvable', message: "Ce lien n'existe pas." }, { status: 404 })
  expect(await enterAsGuest(newEntry)).toBe("Ce lien n'existe pas.")
  expect(entryState.get().kind).toBe('none')
  expect(await uploadQueue.entries()).toEqual([])
})

test('waits when the server asks to, with its sentence', async () => {
  answer = () => Response.json({ code: 'lien.trop_d_invites', message: 'Réessayez dans 4 min.' }, { status: 429 })
  await enterAsGuest(newEntry)
  expect(entryState.get()).toMatchObject({ kind: 'waiting', sentence: 'Réessayez dans 4 min.' })
})

test('enters by another link of the event with the key and the photos of the first one', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  answer = () => enteredGuest(guest)
  await enterAsGuest({ ...newEntry, code: 'Ab8wAb8wAb8wAb8wAb8wAb' })
  expect(entryState.get().kind).toBe('entered')
  expect(new Set(keys).size).toBe(1)
  expect(names()).toEqual(['a.jpg'])
})

test('gives the photos to an account that has joined the event instead', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  signInAs(4242)
  await moveEntryTo({ evenementId: 7, utilisateurId: 4242 })
  expect(entryState.get().kind).toBe('none')
  expect(await uploadQueue.entries()).toEqual([])
  expect(names()).toEqual(['a.jpg'])
})

test('gives the photos to a signed-in person once they are in the event', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  signInAs(4248)
  await uploadQueue.openSession({ ...sessionOfNoOne, ownerId: 4248 })
  function Shell({ valides }: { valides: number[] }) {
    useEntryTakeover(4248, valides)
    return null
  }
  await showScreen(createElement(Shell, { valides: [6] }))
  expect(await uploadQueue.entries()).toHaveLength(1)
  clearScreen()
  await showScreen(createElement(Shell, { valides: [6, 7] }))
  await expect.poll(names).toEqual(['a.jpg'])
  await expect.poll(() => uploadQueue.entries()).toEqual([])
  clearScreen()
  await uploadQueue.closeSession({ ownerId: 4248, keep: false })
})

test('does not give the photos to a person who has signed out', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  signInAs(4249)
  const giving = moveEntryTo({ evenementId: 7, utilisateurId: 4249 })
  signOut('logout')
  await giving
  expect(await uploadQueue.entries()).toHaveLength(1)
  expect(await uploadQueue.pendingOf(4249)).toHaveLength(0)
})

test('gives the guest the photos that a full storage held back, once there is room', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  answer = () => enteredGuest(guest)
  dispatchEvent(new Event('online'))
  await expect.poll(() => entryState.get().kind).toBe('entered')
  expect(names()).toEqual([])
  put.mockRestore()
  dispatchEvent(new Event('focus'))
  await expect.poll(names).toEqual(['a.jpg'])
})

test('erases the photos that a full storage held back when the guest signs out with "Supprimer"', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const [entry] = await uploadQueue.entries()
  const queue = openQueue({ origin: location.origin, onMessage: () => {} })
  const left = async () => (await queue.person.itemsOf(localOwner(entry?.key ?? ''))).length
  await uploadQueue.bindEntry({ key: entry?.key ?? '', session: { ...sessionOfNoOne, ownerId: guest } })
  expect(await left()).toBe(1)
  put.mockRestore()
  await uploadQueue.saveEntry({ ...newEntry, key: entry?.key ?? '', acceptedAt: 1, utilisateurId: guest })
  await uploadQueue.closeSession({ ownerId: guest, keep: false })
  expect(await left()).toBe(0)
  queue.channel.close()
})

test('erases an entry given up while the storage was broken, and its photos, once it works again', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  const [entry] = await uploadQueue.entries()
  const owner = localOwner(entry?.key ?? '')
  const sent = keys.length
  const broken = vi.spyOn(PersonStore.prototype, 'erase').mockRejectedValue(new StorageBroken('UnknownError'))
  await giveUpEntry(entry as GuestEntry)
  answer = () => enteredGuest(guest)
  await resumeEntry()
  expect(broken.mock.calls.length).toBeGreaterThan(1)
  expect(await uploadQueue.pendingOf(owner)).toHaveLength(1)
  broken.mockRestore()
  expect(await uploadQueue.entries()).toEqual([])
  expect(await uploadQueue.pendingOf(owner)).toEqual([])
  await resumeEntry()
  expect(entryState.get().kind).toBe('none')
  expect(keys).toHaveLength(sent)
})

test('keeps the entry of photos that a full storage did not let it give to the account', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  signInAs(4244)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await moveEntryTo({ evenementId: 7, utilisateurId: 4244 })
  expect(put).toHaveBeenCalled()
  put.mockRestore()
  expect(await uploadQueue.entries()).toHaveLength(1)
  await moveEntryTo({ evenementId: 7, utilisateurId: 4244 })
  expect(await uploadQueue.entries()).toEqual([])
  expect(names()).toEqual(['a.jpg'])
})

test('sends nothing while another person is signed in', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  const sent = keys.length
  signInAs(4243)
  answer = () => enteredGuest(guest)
  await resumeEntry()
  expect(currentSession()?.utilisateur.id).toBe(4243)
  expect(keys).toHaveLength(sent)
  expect(await uploadQueue.entries()).toHaveLength(1)
})

describe('after another person was signed in', () => {
  let end: () => void
  beforeEach(() => {
    end = resumeAfterSignOut()
  })
  afterEach(() => end())

  /** Another person signs in on this page, and out again. */
  async function visit(): Promise<void> {
    signInAs(4245)
    await uploadQueue.openSession({ ...sessionOfNoOne, ownerId: 4245 })
    expect(names()).toEqual([])
    await uploadQueue.suspendSession(4245)
    signOut('logout')
  }

  test('continues the entry, its photos and the choice of more', async () => {
    answer = silence
    await enterAsGuest(newEntry)
    await choosePhoto()
    signInAs(4245)
    dispatchEvent(new Event('online'))
    await visit()
    await expect.poll(names).toEqual(['a.jpg'])
    // The queue is opened before.
    await expect.poll(() => entryState.get()).toMatchObject({ kind: 'waiting', isNew: false })
    answer = () => enteredGuest(guest)
    dispatchEvent(new Event('online'))
    await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
    await expect.poll(names).toEqual(['a.jpg'])
  })

  test('sends the entry in one loop', async () => {
    answer = silence
    await enterAsGuest(newEntry)
    await visit()
    await expect.poll(() => keys.length).toBe(2)
    dispatchEvent(new Event('online'))
    await expect.poll(() => keys.length).toBe(3)
    answer = () => enteredGuest(guest)
    dispatchEvent(new Event('online'))
    await expect.poll(() => entryState.get().kind).toBe('entered')
    expect(keys).toHaveLength(4)
  })
})

test('does not open the session of the guest again who has just signed out', async () => {
  await enterAsGuest(newEntry)
  const end = resumeAfterSignOut()
  signOut('ended')
  end()
  expect(entryState.get().kind).toBe('none')
  // The entries were read before these.
  expect(await uploadQueue.entries()).toHaveLength(1)
  expect(entryState.get().kind).toBe('none')
  expect(keys).toHaveLength(1)
})

test('sends nothing while another tab has a person signed in, and enters after their sign-out', async () => {
  remembered = JSON.stringify({ id: 4246, prenom: 'Karim', nom: 'Haddad', role: 'PARTICIPANT', invite: false })
  await enterAsGuest(newEntry)
  expect(entryState.get()).toMatchObject({ kind: 'waiting', sentence: expect.stringMatching(/après sa déconnexion/) })
  await choosePhoto()
  expect(keys).toEqual([])
  remembered = null
  dispatchEvent(new Event('online'))
  await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
  await expect.poll(names).toEqual(['a.jpg'])
})

test('enters when another tab has signed in the same guest', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  const [entry] = await uploadQueue.entries()
  if (entry) await uploadQueue.saveEntry({ ...entry, utilisateurId: guest })
  remembered = JSON.stringify({ id: guest, prenom: 'Marie', nom: '', role: 'PARTICIPANT', invite: true })
  answer = () => enteredGuest(guest)
  dispatchEvent(new Event('online'))
  await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
})

test('leaves the session of a person who signs in before the answer, and enters after their sign-out', async () => {
  const answered = Promise.withResolvers<Response>()
  answer = () => answered.promise
  const entering = enterAsGuest(newEntry)
  await expect.poll(() => keys.length).toBe(1)
  signInAs(4247)
  answered.resolve(enteredGuest(guest))
  await entering
  const end = resumeAfterSignOut()
  expect(await uploadQueue.entries()).toMatchObject([{ utilisateurId: null }])
  expect(currentSession()?.utilisateur.id).toBe(4247)
  answer = () => enteredGuest(guest)
  signOut('logout')
  await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
  end()
  expect(new Set(keys).size).toBe(1)
})

test('sends nothing once another tab has deleted the entry', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  for (const { key } of await uploadQueue.entries()) await uploadQueue.forgetEntry(key)
  const sent = keys.length
  dispatchEvent(new Event('online'))
  // The loop reads the entries before these.
  for (let read = 0; read < 5; read += 1) expect(await uploadQueue.entries()).toEqual([])
  expect(keys).toHaveLength(sent)
})

test('stores an entry again that another tab has deleted, when photos were chosen since', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  for (const { key } of await uploadQueue.entries()) await uploadQueue.forgetEntry(key)
  await choosePhoto()
  dispatchEvent(new Event('online'))
  await expect.poll(() => uploadQueue.entries()).toMatchObject([{ prenom: 'Marie', utilisateurId: null }])
  answer = () => enteredGuest(guest)
  dispatchEvent(new Event('online'))
  await expect.poll(() => currentSession()?.utilisateur.id).toBe(guest)
  await expect.poll(names).toEqual(['a.jpg'])
})

test('erases the entry and its photos when the guest gives up', async () => {
  answer = silence
  await enterAsGuest(newEntry)
  await choosePhoto()
  const state = entryState.get()
  if (state.kind !== 'waiting') throw new Error(`The entry is ${state.kind}, expected waiting`)
  await giveUpEntry(state.entry)
  expect(names()).toEqual([])
  expect(await uploadQueue.entries()).toEqual([])
})

describe('at a start that knows the guest', () => {
  const lostCookie = () => Response.json({ code: 'session.expiree', message: 'Expirée.' }, { status: 401 })
  const keptKeys = async () => (await uploadQueue.entries()).map(({ key }) => key)
  let left: string[]
  let stop: () => void
  beforeEach(async () => {
    left = []
    await enterAsGuest(newEntry)
    remembered = JSON.stringify({ id: guest, prenom: 'Marie', nom: '', role: 'PARTICIPANT', invite: true })
    restoreSession()
    stop = onSignOut((_, reason) => left.push(reason))
  })
  afterEach(() => stop())

  test('deletes the entry once the cookie has renewed the session', async () => {
    renewed = () => Response.json({ token: tokenOfGuest(guest), nom: '', prenom: 'Marie' })
    expect(currentSession()).toMatchObject({ token: null, utilisateur: { id: guest } })
    await resumeEntry()
    expect(await keptKeys()).toHaveLength(1)
    expect(await renewToken()).toBe(tokenOfGuest(guest))
    await expect.poll(keptKeys).toEqual([])
    expect(keys).toHaveLength(1)
  })

  test('opens the session again by the key when the browser has lost the cookie', async () => {
    renewed = lostCookie
    await resumeEntry()
    expect(await renewToken()).toBe(tokenOfGuest(guest))
    expect([currentSession()?.utilisateur.id, left]).toEqual([guest, []])
    // The new cookie may be lost too.
    expect(await keptKeys()).toEqual([keys[0]])
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test.each([
    ['renewal', () => silence],
    ['request with the key', () => lostCookie],
  ])('keeps the guest and the entry when the %s is not answered', async (_, given) => {
    renewed = given()
    answer = silence
    await expect(renewToken()).rejects.toThrow(NetworkError)
    expect([currentSession()?.utilisateur.id, left]).toEqual([guest, []])
    expect(await keptKeys()).toEqual([keys[0]])
  })

  test('deletes the entry when the server no longer accepts its key', async () => {
    renewed = lostCookie
    answer = () => Response.json({ code: 'lien.entree_terminee', message: 'Terminée.' }, { status: 409 })
    expect(await renewToken()).toBeNull()
    expect(await keptKeys()).toEqual([])
  })

  test('says that the organiser has ended the participation when the answer that said so was lost', async () => {
    renewed = lostCookie
    answer = () => Response.json({ code: 'inscription.annulee', message: 'Annulée.' }, { status: 409 })
    expect(await renewToken()).toBeNull()
    signOut('expired')
    expect([left, await keptKeys()]).toEqual([['ended'], []])
  })

  test('does not send the key when the organiser has ended the participation', async () => {
    renewed = () => Response.json({ code: 'session.participation_terminee', message: 'Terminée.' }, { status: 401 })
    expect(await renewToken()).toBeNull()
    expect(keys).toHaveLength(1)
  })

  test('does not send the key of another guest', async () => {
    const [entry] = await uploadQueue.entries()
    if (entry) await uploadQueue.saveEntry({ ...entry, utilisateurId: guest + 1000 })
    renewed = lostCookie
    expect(await renewToken()).toBeNull()
    expect(keys).toHaveLength(1)
    expect(await keptKeys()).toHaveLength(1)
  })
})
