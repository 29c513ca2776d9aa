import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { ApiError } from '#src/api/apiError.ts'
import { fetchFile, LostFileError, type DownloadProgress } from '#src/api/file.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { unToken } from '../token.ts'

beforeEach(() => {
  signIn({ token: unToken({}), nom: 'Moreau', prenom: 'Léa' }, false)
})
afterEach(() => {
  vi.restoreAllMocks()
  signOut('logout')
  sessionStorage.clear()
})

const answers = (response: () => Response) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(response()))
const piece = new Uint8Array(9_000_000)
const take = (onProgress?: (received: DownloadProgress) => void) =>
  fetchFile(
    donneesEndpoints.read,
    { query: { format: 'zip' } },
    { name: 'a-defaut.zip', ...(onProgress && { onProgress }) },
  )

test('downloads a file completely under the name from the server', async () => {
  const headers = {
    'content-disposition': 'attachment; filename="eclats-mes-donnees.zip"',
    'content-length': '27000000',
  }
  const body = () =>
    new ReadableStream({
      start(stream) {
        for (let n = 0; n < 3; n += 1) stream.enqueue(piece)
        stream.close()
      },
    })
  answers(() => new Response(body(), { headers }))
  const messages: DownloadProgress[] = []
  const file = await take((received) => messages.push(received))
  expect([file.name, file.size]).toEqual(['eclats-mes-donnees.zip', 27_000_000])
  expect(messages[0]).toEqual({ bytes: 9_000_000, total: 27_000_000 })
})

test('uses the default name for a file without one', async () => {
  answers(() => Response.json({ firstName: 'Léa' }))
  const file = await take()
  expect([file.name, await file.text()]).toEqual(['a-defaut.zip', '{"firstName":"Léa"}'])
})

test('distinguishes a refusal from an interrupted download', async () => {
  answers(() => Response.json({ code: 'requete.trop_de_tentatives', message: 'Trop.' }, { status: 429 }))
  await expect(take()).rejects.toThrow(ApiError)
  const broken = () =>
    new ReadableStream({
      start(stream) {
        stream.enqueue(piece)
        stream.error(new TypeError('network'))
      },
    })
  answers(() => new Response(broken()))
  await expect(take()).rejects.toThrow(LostFileError)
})
