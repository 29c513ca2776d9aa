import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { corpus, type Sample } from '#tests/support/corpus/hostile.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const samples = await corpus()
let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
  // These test files cannot be made into films.
  await server.parts.medias.lectures.stop()
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: ['karim'] }))
})
afterAll(() => server.stop())

async function deposit({ bytes, name, length, sha256 }: Sample) {
  const creation = {
    token: karim.token,
    evenementId,
    bytes,
    name,
    ...(length !== undefined && { length }),
    ...(sha256 !== undefined && { sha256 }),
  }
  const answer = bytes.length === 0 ? await beginUpload(server, creation) : await depositInOne(server, creation)
  await server.parts.medias.jobs.idle()
  return answer
}

const counted = async () => {
  const { database } = server.parts
  const { n } = await database
    .selectFrom('media')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('has its 150 files', () => {
  expect(samples).toHaveLength(150)
})

test.each(samples.filter(({ verdict }) => verdict.startsWith('upload.')))(
  'refuses $title: $verdict',
  async (sample) => {
    const before = await counted()
    const answer = await deposit(sample)
    expect(answer.json<{ code: string }>().code).toBe(sample.verdict)
    expect(await counted()).toBe(before)
  },
)

test.each(samples.filter(({ verdict }) => !verdict.startsWith('upload.')))(
  'accepts $title as $verdict and serves it as nothing else',
  async (sample) => {
    const answer = await deposit(sample)
    expect([answer.statusCode, answer.body]).toEqual([201, ''])
    const id = Number(answer.headers['x-media-id'])
    await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
    // The author gets the original; another member gets it without location and device.
    for (const person of [karim, lea]) {
      const served = await server.call('GET', `/medias/${id}/fichier`, { token: person.token })
      const isKept = person === lea && sample.isKeptFromOthers === true
      expect(served.statusCode).toBe(isKept ? 404 : 200)
      if (isKept) continue
      expect(served.headers).toMatchObject({
        'content-type': sample.verdict,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox') as string,
      })
      expect(served.headers['x-injecte']).toBeUndefined()
      expect(served.headers['content-disposition']).toMatch(/^(inline|attachment); filename="eclats-[\w.-]+"$/)
    }
  },
)
