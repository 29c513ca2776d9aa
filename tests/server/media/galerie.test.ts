import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeGalerie, type GalerieIndex } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { readGalerie } from '#server/media/galerie.ts'
import { mediasOfOrganisateur } from '#server/media/media.repository.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
const path = (space: 'participant' | 'organisateur', query = '?format=index') =>
  `/frontend/${space}/evenements/${evenementId}/medias${query}`

beforeAll(async () => {
  server = await startTestServer()
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: [] }))
  const statuts = ['VALIDE', 'EN_ATTENTE', 'REJETE', 'SUPPRIME'] as const
  for (let n = 0; n < 24; n += 1) {
    const [auteur, statut] = [n % 3 === 0 ? karim : lea, statuts[n % 4] ?? 'VALIDE']
    const { id } = await unMedia(server, { evenementId, auteurId: auteur.id, statut, favori: n % 8 === 0 })
    const datePrise = new Date(Date.UTC(2026, 5, 14, 20, (n * 37) % 60, 30)).toISOString()
    await server.parts.database.updateTable('media').set({ datePrise }).where('id', '=', id).execute()
  }
})
afterAll(() => server.stop())

function read(person: PersonneDeTest, address: string, headers: Record<string, string> = {}) {
  return server.call('GET', address, { token: person.token, headers })
}

test.each(['participant', 'organisateur'] as const)('indexes the same media in the %s as its list', async (space) => {
  const person = space === 'participant' ? karim : claire
  const list = (await read(person, path(space, ''))).json<Media[]>()
  const minuteOf = ({ datePrise }: Media) => Math.floor(Date.parse(datePrise) / 60_000)
  const newestFirst = list.toSorted((a, b) => minuteOf(b) - minuteOf(a) || b.id - a.id)
  const index = decodeGalerie((await read(person, path(space))).json<GalerieIndex>())
  expect(index.length).toBeGreaterThan(6)
  expect(index).toEqual(
    newestFirst.map((media) => {
      const { id, auteur, statut, type, favori, apercu } = media
      return { id, minute: minuteOf(media), ratio: 1.33, auteur, statut, type, favori, apercu }
    }),
  )
})

test('hides media in the index and in every range that the person may not see in the list', async () => {
  const foreign = (media: Pick<Media, 'auteur' | 'statut'>) => media.auteur.id === lea.id && media.statut !== 'VALIDE'
  const index = decodeGalerie((await read(karim, path('participant'))).json<GalerieIndex>())
  const range = (await read(karim, path('participant', '?de=1&a=2147483647'))).json<Media[]>()
  expect(index.filter(foreign)).toEqual([])
  expect(range.filter(foreign)).toEqual([])
  const list = (await read(karim, path('participant', ''))).json<Media[]>()
  expect(range).toEqual(list)
})

test('returns the rows of a range, both ends inclusive', async () => {
  const list = (await read(claire, path('organisateur', ''))).json<Media[]>()
  const ids = list.map(({ id }) => id).toSorted((a, b) => a - b)
  const [de = 0, a = 0] = [ids[3], ids[7]]
  const range = (await read(claire, path('organisateur', `?de=${de}&a=${a}`))).json<Media[]>()
  expect(range).toEqual(list.filter(({ id }) => id >= de && id <= a))
  expect(range).toHaveLength(5)
})

test('refuses the index and ranges of a list that the person may not read', async () => {
  const strangers = [await unUtilisateur(server), await unUtilisateur(server), await unOrganisateur(server)]
  await uneInscription(server, { evenementId, utilisateurId: strangers[0]?.id ?? 0, statut: 'EN_ATTENTE' })
  await uneInscription(server, { evenementId, utilisateurId: strangers[1]?.id ?? 0, statut: 'ANNULE' })
  for (const space of ['participant', 'organisateur'] as const) {
    for (const query of ['', '?format=index', '?de=1&a=9']) {
      const answers = await Promise.all(strangers.map((person) => read(person, path(space, query))))
      expect(answers.map(({ statusCode, json }) => [statusCode, json<{ code: string }>().code])).toEqual(
        strangers.map(() => [403, 'media.acces_refuse']),
      )
    }
  }
})

test('answers 304 for an unchanged index only', async () => {
  const { headers } = await read(karim, path('participant'))
  const known = { 'if-none-match': String(headers.etag) }
  expect((await read(karim, path('participant'), known)).statusCode).toBe(304)
  await unMedia(server, { evenementId, auteurId: lea.id, statut: 'VALIDE' })
  expect((await read(karim, path('participant'), known)).statusCode).toBe(200)
})

test('compresses a long list for clients that accept it', async () => {
  const plain = await read(karim, path('participant', ''), { 'accept-encoding': 'br;q=0, identity' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const coding of ['br', 'gzip'] as const) {
    const packed = await read(karim, path('participant', ''), { 'accept-encoding': coding })
    expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
    expect(unpack[coding](packed.rawPayload).toString()).toBe(plain.body)
    const known = { 'accept-encoding': coding, 'if-none-match': String(packed.headers.etag) }
    expect((await read(karim, path('participant', ''), known)).statusCode).toBe(304)
  }
})

test('reads an index in one query, for any number of media and authors', async () => {
  let queries = 0
  const { database } = server.parts
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const acteur = { ...claire, emailConfirme: true, invite: false, credential: { kind: 'server' } } as const
  await readGalerie({ acteur, medias: mediasOfOrganisateur(counted, evenementId), order: 'depot', format: 'index' })
  expect(queries).toBe(1)
})

test("lists a person's media of all events with their reasons, without those they deleted", async () => {
  const zoe = await unUtilisateur(server)
  const elsewhere = await unEvenement(server, { createurId: claire.id })
  const brought = []
  for (const [at, statut] of (['VALIDE', 'REJETE', 'SUPPRIME', 'SUPPRIME'] as const).entries()) {
    const where = at === 0 ? evenementId : elsewhere.id
    brought.push((await unMedia(server, { evenementId: where, auteurId: zoe.id, statut })).id)
  }
  const [valide = 0, rejete = 0, retire = 0, efface = 0] = brought
  const change = (id: number, to: { raison?: string; decideParId: number }) =>
    server.parts.database.updateTable('media').set(to).where('id', '=', id).execute()
  await change(rejete, { raison: 'Photo floue', decideParId: claire.id })
  await change(retire, { decideParId: claire.id })
  await change(efface, { decideParId: zoe.id })
  const mine = (await read(zoe, '/frontend/participant/medias')).json<Media[]>()
  expect(mine.map(({ id }) => id)).toEqual([retire, rejete, valide])
  expect(mine.map(({ raison }) => raison)).toEqual([null, 'Photo floue', null])
})
