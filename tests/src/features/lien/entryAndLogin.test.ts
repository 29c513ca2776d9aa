import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, signOut } from '#src/api/session.ts'
import { openSession } from '#src/api/openSession.ts'
import { entryState } from '#src/features/lien/entryState.ts'
import { enterAsGuest, giveUpEntry } from '#src/features/lien/guestEntry.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { ownCookieLock } from '../../ownCookieLock.ts'
import { enteredGuest } from '../../enteredGuest.ts'
import { unToken } from '../../token.ts'

const guest = 7401
const account = 7402
const code = 'Lk9wLk9wLk9wLk9wLk9wLk'
const newEntry = {
  code,
  evenement: { id: 74, titre: 'Mariage', fuseau: 'Europe/Paris' },
  prenom: 'Marie',
  nom: '',
  versionRGPD: '1.0',
}
/** Requests and answers that set the cookie, in order. */
let cookies: string[]
let entryAnswers: PromiseWithResolvers<void>

beforeEach(() => {
  cookies = []
  entryAnswers = Promise.withResolvers()
  ownCookieLock()
  // This device remembers no one: other test files write the real storage.
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init)
    if (!url.includes(`/${code}/invites`)) return Response.json({}, { status: 503 })
    await entryAnswers.promise
    cookies.push('answer of the entry')
    return enteredGuest(guest)
  })
})
afterEach(async () => {
  const state = entryState.get()
  if (state.kind !== 'none') await giveUpEntry(state.entry)
  signOut('logout')
  vi.restoreAllMocks()
})

async function logIn(): Promise<{ token: string; nom: string; prenom: string }> {
  cookies.push('request of the login')
  return {
    token: unToken({ userId: account, sub: 'lea@demo.eclats.test', role: 'PARTICIPANT' }),
    nom: 'M',
    prenom: 'L',
  }
}

test('sends a login after the answer of an entry, and leaves its photos to the account', async () => {
  const entering = enterAsGuest(newEntry)
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(0)
  const login = openSession(logIn, false)
  entryAnswers.resolve()
  await login
  await entering
  expect(cookies.slice(0, 2)).toEqual(['answer of the entry', 'request of the login'])
  expect(currentSession()?.utilisateur.id).toBe(account)
  const own = (await uploadQueue.entries()).filter((entry) => entry.code === code)
  expect(own.map(({ utilisateurId }) => utilisateurId)).toEqual([null])
})

test('asks for no entry while a login is on its way', async () => {
  const answered = Promise.withResolvers<void>()
  const login = openSession(async () => {
    await answered.promise
    return logIn()
  }, false)
  const entering = enterAsGuest(newEntry)
  await expect.poll(() => entryState.get().kind).toBe('sending')
  answered.resolve()
  await login
  await entering
  expect(cookies).toEqual(['request of the login'])
  expect(currentSession()?.utilisateur.id).toBe(account)
})
