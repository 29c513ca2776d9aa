import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { prendsAlbum } from '#tests/support/album.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhotoLocalisee } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { localPath } from '#tests/support/storedFiles.ts'

let server: TestServer
let karim: PersonneDeTest
let claire: PersonneDeTest
let evenementId: number
let mediaId: number
let path: string
beforeEach(async () => {
  server = await startTestServer()
  ;({ karim, claire, evenementId } = await uneFete(server))
  const bytes = await unePhotoLocalisee()
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  mediaId = Number(answer.headers['x-media-id'])
  await server.parts.medias.jobs.idle()
  await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/valider`, { token: claire.token })
  const { database, medias } = server.parts
  const media = await database.selectFrom('media').select('fichier').executeTakeFirstOrThrow()
  path = await localPath(medias.storage, media.fichier)
})
afterEach(() => server.stop())

async function flipByte(): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(path, bytes)
}

function read(person: PersonneDeTest, headers: Record<string, string> = {}) {
  return server.call('GET', `/medias/${mediaId}/fichier`, { token: person.token, headers })
}

function damages() {
  const { database } = server.parts
  return database.selectFrom('audit').select('objet').where('action', '=', 'media/abime').execute()
}

const reported = () => server.takeFailures().map(String)
const sentence = () =>
  `Error: The original of media ${mediaId} is damaged: run "npm run integrity" and restore it from a backup.`

test.each(['author', 'organiser'] as const)(
  'reports a flipped byte once when the %s reads the whole original',
  async (reader) => {
    await flipByte()
    const person = reader === 'author' ? karim : claire
    expect((await read(person)).statusCode).toBe(200)
    expect((await read(person)).statusCode).toBe(200)
    await expect.poll(damages).toEqual([{ objet: `media:${mediaId}` }])
    expect(reported()).toEqual([sentence()])
  },
)

test('reports a flipped byte when the album is downloaded', async () => {
  await flipByte()
  await prendsAlbum(server, claire, { evenementId, choix: 'VALIDES' })
  await expect.poll(damages).toEqual([{ objet: `media:${mediaId}` }])
  expect(reported()).toEqual([sentence()])
})

test('reports nothing when the file is intact, nor for a range of a file', async () => {
  await read(karim)
  await read(claire)
  await flipByte()
  expect((await read(karim, { range: 'bytes=0-99' })).statusCode).toBe(206)
  expect(await damages()).toEqual([])
  expect(reported()).toEqual([])
})
