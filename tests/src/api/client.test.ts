import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { addressOf, call, callRaw } from '#src/api/client.ts'
import { noteNoAnswer, reachable } from '#src/api/reachability.ts'
import { currentSession, signIn, signOut } from '#src/api/session.ts'
import { readIdentity, storeIdentity } from '#src/api/sessionStore.ts'
import { unToken } from '../token.ts'

const names = { nom: 'Moreau', prenom: 'Léa' }
const refused = () => Response.json({ code: 'session.expiree', message: 'Votre session a expiré.' }, { status: 401 })

beforeEach(() => {
  signIn({ token: unToken({}), ...names }, false)
})
afterEach(() => {
  vi.restoreAllMocks()
  signOut('logout')
  sessionStorage.clear()
  localStorage.clear()
})

function answers(...responses: (() => Response)[]) {
  let at = 0
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const response = responses[Math.min(at, responses.length - 1)]
    at += 1
    return Promise.resolve(response?.() ?? refused())
  })
}

test('writes parameters and query into the address', () => {
  expect(addressOf('/a/:id/b/:nom', { id: 3, nom: 'x y' }, { s: 'ç', vide: undefined })).toBe('/a/3/b/x%20y?s=%C3%A7')
})

test('ends an unremembered session on a 401', async () => {
  answers(refused)
  await expect(call(utilisateurEndpoints.me, {})).rejects.toThrow('Votre session a expiré.')
  expect(currentSession()).toBeNull()
})

test('renews a remembered session once and repeats the call', async () => {
  signIn({ token: unToken({}), ...names }, true)
  const limits = {
    plan: 'BASIC',
    max_evenements_actifs: 3,
    max_participants_par_evenement: 100,
    commission_pourcent: 7,
  }
  const fetched = answers(
    refused,
    () => Response.json({ token: unToken({ sub: 'encore@demo.eclats.test' }), ...names }),
    () => Response.json({ limits }),
  )
  expect(await call(abonnementEndpoints.limits, {})).toEqual({ limits })
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(currentSession()).not.toBeNull()
})

test('keeps the session when a login fails', async () => {
  answers(() =>
    Response.json({ code: 'session.identifiants', message: 'E-mail ou mot de passe incorrect.' }, { status: 401 }),
  )
  const body = { email: 'lea@demo.eclats.test', password: 'mauvais' }
  await expect(call(utilisateurEndpoints.login, { body })).rejects.toBeInstanceOf(ApiError)
  expect(currentSession()).not.toBeNull()
})

test('keeps the session when a captive portal answers 401', async () => {
  answers(() => new Response('<html>Bienvenue</html>', { status: 401, headers: { 'content-type': 'text/html' } }))
  await expect(call(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
  expect(currentSession()).not.toBeNull()
})

test('treats the page of a captive portal as no answer', async () => {
  answers(() => new Response('<html>Bienvenue</html>', { headers: { 'content-type': 'text/html' } }))
  await expect(call(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
  expect(currentSession()).not.toBeNull()
  expect(reachable.get()).toBe(false)
})

test('counts the page of a proxy whose server is down as an answer of our host', async () => {
  noteNoAnswer()
  answers(() => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }))
  await expect(call(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(ApiError)
  expect(reachable.get()).toBe(true)
})

test.each([
  ['ten seconds', {}, 10_000],
  ['the time limit of the call', { timeoutMs: 60_000 }, 60_000],
])('times out after %s', async (_limit, input, milliseconds) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = Promise.withResolvers<void>()
    const aborted = new Promise<void>((resolve) => {
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
        asked.resolve()
        await new Promise<void>((stop) => (request as Request).signal.addEventListener('abort', () => stop()))
        resolve()
        throw new DOMException('', 'AbortError')
      })
    })
    let isOver = false
    const asking = call(utilisateurEndpoints.me, input).catch((error: unknown) => {
      isOver = true
      return error
    })
    await asked.promise
    await vi.advanceTimersByTimeAsync(milliseconds - 100)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    await aborted
    expect(await asking).toBeInstanceOf(NetworkError)
  } finally {
    vi.useRealTimers()
  }
})

const namesOfKarim = { nom: 'Haddad', prenom: 'Karim' }

/** Karim signs in in this tab before the server answers Léa's call. */
function whileKarimSignsIn(answer: () => Response) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    signOut('logout')
    signIn({ token: unToken({ userId: 4 }), ...namesOfKarim }, false)
    return answer()
  })
}

test('does not send a refused call again with the token of the next person when they sign in before the answer', async () => {
  const fetched = whileKarimSignsIn(refused)
  await expect(call(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(currentSession()?.utilisateur.id).toBe(4)
})

test('drops the answer to a call when the next person signs in before it arrives', async () => {
  whileKarimSignsIn(() => Response.json({ message: 'for Léa' }))
  await expect(callRaw(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
})

/** Léa signs out in this tab before the server answers; another tab remembers Karim. */
function whileLeaSignsOut(...responses: (() => Response)[]) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const response = responses.shift()
    if (responses.length === 0) {
      signOut('logout')
      storeIdentity({ id: 4, role: 'PARTICIPANT', invite: false, ...namesOfKarim })
    }
    return Promise.resolve(response?.() ?? refused())
  })
}

test('drops the answer to a call when the person signs out before it arrives', async () => {
  whileLeaSignsOut(() => Response.json({ message: 'for Léa' }))
  await expect(callRaw(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
})

test('drops the answer to a repeated call when the person signs out before it arrives', async () => {
  signIn({ token: unToken({}), ...names }, true)
  whileLeaSignsOut(
    refused,
    () => Response.json({ token: unToken({ sub: 'encore@demo.eclats.test' }), ...names }),
    () => Response.json({ message: 'for Léa' }),
  )
  await expect(callRaw(utilisateurEndpoints.me, {})).rejects.toBeInstanceOf(NetworkError)
})

test('does not send a refused call again for the person of another tab when its own has signed out', async () => {
  const fetched = whileLeaSignsOut(refused)
  await expect(call(utilisateurEndpoints.me, {})).rejects.toThrow('Votre session a expiré.')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(readIdentity()?.id).toBe(4)
})
