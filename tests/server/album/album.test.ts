import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { demandeAlbum, offresDe, ouvreAlbum, prendsAlbum } from '#tests/support/album.ts'
import { type PersonneDeTest, uneInscription, unMedia, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { listByPython, testByPython, testByUnzip, zipPrograms } from '#tests/support/foreignZip.ts'
import { sha256Of, unePhotoLocalisee } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server, {
    titre: 'Léa & Karim : « oui »',
    karim: { nom: 'Ben/Ali: "le Grand"' },
    lea: { nom: 'Dupont' },
  }))
})
afterAll(() => server.stop())

async function deposit(person: PersonneDeTest, takenAt = '2026-06-14T16:30:05.000Z') {
  const bytes = await unePhotoLocalisee()
  const answer = await depositInOne(server, { token: person.token, evenementId, bytes, takenAt })
  return { id: Number(answer.headers['x-media-id']), bytes }
}
const moderate = (id: number, verb: 'valider' | 'rejeter' | 'favori') =>
  server.call(verb === 'favori' ? 'POST' : 'PATCH', `/frontend/organisateur/medias/${id}/${verb}`, {
    token: claire.token,
    ...(verb === 'rejeter' && { body: { raison: 'Photo floue' } }),
  })

const namesIn = (archive: Buffer) => readZip(archive).map(({ name }) => name)
const idsIn = (archive: Buffer) => namesIn(archive).map((name) => Number(/ (\d+)\.\w+$/.exec(name)?.[1]))

test.each([
  ['an album', () => demandeAlbum(server, karim, { evenementId, choix: 'MIENS' })],
  ['an export', () => server.call('GET', '/frontend/participant/data?format=zip', { token: karim.token })],
])('asks the storage for the sizes of several files of %s at the same time', async (_what, prepare) => {
  const { storage } = server.parts.medias
  for (let n = 0; n < 3; n += 1) await deposit(karim)
  let asking = 0
  let most = 0
  const sizeOf = storage.size.bind(storage)
  const sizes = vi.spyOn(storage, 'size').mockImplementation(async (name) => {
    asking += 1
    most = Math.max(most, asking)
    await setImmediate()
    asking -= 1
    return sizeOf(name)
  })
  await prepare()
  sizes.mockRestore()
  expect(most).toBe(3)
})

test('includes in each choice what the person may see, and no rejected media', async () => {
  const [valide, favori, attend, attendFavori, rejete] = [
    await deposit(lea),
    await deposit(karim),
    await deposit(karim),
    await deposit(lea),
    await deposit(lea),
  ]
  for (const { id } of [valide, favori]) await moderate(id, 'valider')
  for (const { id } of [favori, attendFavori, rejete]) await moderate(id, 'favori')
  await moderate(rejete.id, 'rejeter')
  const expected = [
    [claire, 'VALIDES', [valide, favori]],
    [claire, 'FAVORIS', [favori, attendFavori]],
    [claire, 'TOUS', [valide, favori, attend, attendFavori]],
    [lea, 'VALIDES', [valide, favori]],
    [lea, 'MIENS', [valide, attendFavori, rejete]],
  ] as const
  for (const [person, choix, medias] of expected) {
    const offre = (await offresDe(server, person, evenementId)).get(choix)
    const octets = medias.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(offre).toEqual({ choix, nombre: medias.length, octets, absents: 0, nouveautes: null })
    const { lien, answer } = await prendsAlbum(server, person, { evenementId, choix })
    expect({ choix, ids: idsIn(answer.rawPayload) }).toEqual({ choix, ids: medias.map(({ id }) => id) })
    expect(lien).toMatchObject({ nombre: medias.length, octets: answer.rawPayload.length })
    expect(lien.fichiers?.map(({ nom }) => nom)).toEqual(namesIn(answer.rawPayload))
  }
  for (const [person, choix] of [
    [claire, 'MIENS'],
    [lea, 'TOUS'],
    [lea, 'FAVORIS'],
  ] as const) {
    expect(await demandeAlbum(server, person, { evenementId, choix })).toMatchObject({
      status: 403,
      code: 'media.acces_refuse',
    })
  }
})

test("contains the person's own files as sent and those of others without location", async () => {
  const { id, bytes } = await deposit(lea)
  await moderate(id, 'valider')
  const own = await prendsAlbum(server, lea, { evenementId, choix: 'MIENS' })
  expect(readZip(own.answer.rawPayload).map((entry) => sha256Of(entry.bytes))).toEqual([sha256Of(bytes)])
  for (const person of [lea, karim, claire]) {
    const { answer } = await prendsAlbum(server, person, { evenementId, choix: 'VALIDES' })
    const seen = await server.call('GET', `/medias/${id}/fichier`, { token: karim.token })
    const [entry] = readZip(answer.rawPayload)
    expect(entry?.bytes.equals(seen.rawPayload)).toBe(true)
    expect(entry?.bytes.includes('SERIE-4711')).toBe(false)
  }
})

test('names files safely by time and author, and the archive by its event', async ({ skip }) => {
  const late = await deposit(karim, '2026-06-14T22:05:59.000Z')
  const early = await deposit(lea)
  for (const { id } of [late, early]) await moderate(id, 'valider')
  const { lien, answer } = await prendsAlbum(server, karim, { evenementId, choix: 'VALIDES' })
  const number = ({ id }: { id: number }) => String(id).padStart(3, '0')
  // In June Paris is at UTC+2.
  const names = [
    `2026-06-14 18h30 Léa Dupont ${number(early)}.jpg`,
    `2026-06-15 00h05 Karim Ben Ali le Grand ${number(late)}.jpg`,
  ]
  expect(namesIn(answer.rawPayload)).toEqual(names)
  const day = server.clock.now().toISOString().slice(0, 10)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(lien.octets),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'content-disposition': `attachment; filename="Lea & Karim  oui  ${day}.zip"; filename*=UTF-8''L%C3%A9a%20%26%20Karim%20%C2%AB%20oui%20%C2%BB%20${day}.zip`,
  })
  expect(server.logs.filter((line) => line.includes(lien.adresse.slice(12)))).toEqual([])
  skip(!zipPrograms.unzip || !zipPrograms.python, 'unzip or python3 is missing: neither belongs to what setup installs')
  const folder = await mkdtemp(join(tmpdir(), 'eclats-album-'))
  const path = join(folder, 'album.zip')
  await writeFile(path, answer.rawPayload)
  testByUnzip(path)
  testByPython(path)
  expect(listByPython(path).map(({ name, instant }) => [name, instant])).toEqual([
    [names[0], [2026, 6, 14, 18, 30, 4]],
    [names[1], [2026, 6, 15, 0, 5, 58]],
  ])
  await rm(folder, { recursive: true })
})

test('reports an empty choice, and omits and reports a missing file', async () => {
  const albumRequest = { evenementId, choix: 'VALIDES' } as const
  expect(await demandeAlbum(server, karim, albumRequest)).toMatchObject({ status: 409, code: 'album.vide' })
  const { id } = await deposit(lea)
  await moderate(id, 'valider')
  await unMedia(server, { evenementId, auteurId: lea.id, statut: 'VALIDE' })
  const { lien, answer } = await prendsAlbum(server, karim, albumRequest)
  expect(lien).toMatchObject({ nombre: 1, absents: 1 })
  expect(idsIn(answer.rawPayload)).toEqual([id])
})

test('omits the media of others that cannot be cleaned, and reports the omission', async () => {
  const [one, other] = [await deposit(lea), await deposit(lea)]
  for (const { id } of [one, other]) await moderate(id, 'valider')
  await server.parts.database.updateTable('media').set({ plagesMasquees: 'null' }).where('id', '=', other.id).execute()
  expect((await offresDe(server, karim, evenementId)).get('VALIDES')).toMatchObject({ nombre: 1, absents: 1 })
  const theirs = await prendsAlbum(server, karim, { evenementId, choix: 'VALIDES' })
  expect(idsIn(theirs.answer.rawPayload)).toEqual([one.id])
  const own = await prendsAlbum(server, lea, { evenementId, choix: 'MIENS' })
  expect(idsIn(own.answer.rawPayload)).toEqual([one.id, other.id])
})

test('offers only newer media after a complete download, separately for each choice and person', async () => {
  const first = await deposit(lea)
  const waiting = await deposit(lea, '2026-06-13T08:00:00.000Z')
  await moderate(first.id, 'valider')
  const albumRequest = { evenementId, choix: 'VALIDES' } as const
  const nouveautes = async (person = karim) => (await offresDe(server, person, evenementId)).get('VALIDES')?.nouveautes
  expect(await nouveautes()).toBeNull()
  const depuis = server.clock.now().toISOString()
  const { lien, answer } = await prendsAlbum(server, karim, albumRequest)
  await expect.poll(() => nouveautes()).toEqual({ depuis, nombre: 0, octets: 0 })
  expect((await demandeAlbum(server, karim, { ...albumRequest, nouveautes: true })).code).toBe('album.vide')
  // Taken before the other, but published after it.
  server.clock.advance(60_000)
  await moderate(waiting.id, 'valider')
  expect(await nouveautes()).toEqual({ depuis, nombre: 1, octets: waiting.bytes.length })
  const second = await prendsAlbum(server, karim, { ...albumRequest, nouveautes: true })
  expect(idsIn(second.answer.rawPayload)).toEqual([waiting.id])
  await expect.poll(async () => (await nouveautes())?.nombre).toBe(0)
  // The address of the first download still returns the first download.
  expect((await ouvreAlbum(server, lien)).rawPayload.equals(answer.rawPayload)).toBe(true)
  expect(await nouveautes(lea)).toBeNull()
  expect((await offresDe(server, lea, evenementId)).get('MIENS')?.nouveautes).toBeNull()
})

test('does not count media saved to the phone as new when they belong to the choice', async () => {
  const [one, other, attend] = [await deposit(lea), await deposit(lea), await deposit(lea)]
  for (const { id } of [one, other]) await moderate(id, 'valider')
  const body = { choix: 'VALIDES', medias: [one.id, attend.id, 987_654] }
  const answer = await server.call('POST', `/evenements/${evenementId}/album/recus`, { token: karim.token, body })
  expect(answer.statusCode).toBe(200)
  await moderate(attend.id, 'valider')
  const { answer: album } = await prendsAlbum(server, karim, { evenementId, choix: 'VALIDES', nouveautes: true })
  expect(idsIn(album.rawPayload)).toEqual([other.id, attend.id])
  const foreign = { token: karim.token, body: { choix: 'TOUS', medias: [] } }
  expect((await server.call('POST', `/evenements/${evenementId}/album/recus`, foreign)).statusCode).toBe(403)
})

test('includes downloads in a data export and deletes their records with the account', async () => {
  const { id } = await deposit(lea)
  await moderate(id, 'valider')
  const guest = await unUtilisateur(server)
  await uneInscription(server, { evenementId, utilisateurId: guest.id })
  await prendsAlbum(server, guest, { evenementId, choix: 'VALIDES' })
  const read = async () => {
    const answer = await server.call('GET', '/frontend/participant/data', { token: guest.token })
    return answer.json<{ albumsTelecharges: object[] }>().albumsTelecharges
  }
  await expect.poll(read).toMatchObject([{ evenementId, choix: 'VALIDES', medias: [id] }])
  await server.call('DELETE', '/frontend/participant/data', { token: guest.token })
  for (const table of ['albumLien', 'albumRecu'] as const) {
    const rows = await server.parts.database
      .selectFrom(table)
      .select('id')
      .where('utilisateurId', '=', guest.id)
      .execute()
    expect(rows).toEqual([])
  }
})

test('names the files in the time zone of the event', async () => {
  await server.parts.database
    .updateTable('evenement')
    .set({ fuseau: 'America/New_York' })
    .where('id', '=', evenementId)
    .execute()
  const { id } = await deposit(lea, '2026-06-14T01:05:06.000Z')
  await moderate(id, 'valider')
  const { answer } = await prendsAlbum(server, lea, { evenementId, choix: 'VALIDES' })
  expect(namesIn(answer.rawPayload)).toEqual([expect.stringMatching(/^2026-06-13 21h05 Léa Dupont 0*\d+\.jpg$/)])
})
