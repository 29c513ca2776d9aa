import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { runIntegrity } from '#server/integrity/runIntegrity.ts'
import type { MediaRow } from '#server/database/tables/medias.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto, unePhotoLocalisee } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { TestClock } from '#tests/support/testClock.ts'
import { localPath, variantPath } from '#tests/support/storedFiles.ts'

let server: TestServer
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let photo: Buffer
let media: MediaRow
beforeEach(async () => {
  server = await startTestServer({ clock: new TestClock(systemClock.now().toISOString()) })
  ;({ karim, lea, evenementId } = await uneFete(server))
  photo = await unePhotoLocalisee()
  await depositInOne(server, { token: karim.token, evenementId, bytes: photo })
  await server.parts.medias.jobs.idle()
  media = await readMedia()
})
afterEach(() => server.stop())

function readMedia() {
  return server.parts.database.selectFrom('media').selectAll().executeTakeFirstOrThrow()
}

interface Inspection {
  readonly code: number
  readonly lines: string[]
}

/** Runs the command as an operator does, beside the running server. */
function command(...args: string[]): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '' }
    execFile('node', ['server/integrity/integrity.ts', ...args], { env }, (error, stdout, stderr) => {
      if (stderr) reject(new Error(stderr))
      else resolve({ code: error ? Number(error.code) : 0, lines: stdout.trim().split('\n') })
    })
  })
}

/** The same in this process: starting one takes longer than the inspection. */
async function integrity(...args: string[]): Promise<Inspection> {
  const lines: string[] = []
  const isRepairing = args.includes('--repair')
  const found = await runIntegrity(server, { isRepairing, print: (line) => void lines.push(line) })
  return { code: found === 0 ? 0 : 1, lines }
}

/** Expects the problem to be found and repaired, and not found again. */
async function expectMended(sentence: RegExp, action: RegExp, run = integrity): Promise<void> {
  const found = await run()
  expect(found.lines).toEqual([
    expect.stringMatching(sentence),
    'Anomalies : 1, réparées : 0. / Found: 1, repaired: 0.',
  ])
  expect(found.code).toBe(1)
  const mended = await run('--repair')
  expect(mended.lines).toEqual([expect.stringMatching(action), 'Anomalies : 1, réparées : 1. / Found: 1, repaired: 1.'])
  expect(mended.code).toBe(1)
  expect(await run()).toEqual({ code: 0, lines: ['Aucune anomalie. / Nothing found.'] })
}

function quarantined(name: string): Promise<Buffer> {
  return readFile(join(server.dataDir, 'quarantaine', name))
}

/** The author sees why it was removed, and may send it again. */
async function expectAuthorTold(): Promise<void> {
  expect(await readMedia()).toMatchObject({
    statut: 'SUPPRIME',
    decideParId: null,
    raison: expect.any(String) as string,
  })
  const list = await server.call('GET', `/frontend/participant/evenements/${evenementId}/medias`, {
    token: karim.token,
  })
  expect(list.json()).toMatchObject([{ id: media.id, statut: 'SUPPRIME', raison: expect.any(String) as string }])
  const notifications = await server.parts.database.selectFrom('notification').selectAll().execute()
  expect(notifications).toMatchObject([{ utilisateurId: karim.id, titre: 'Média perdu' }])
  const again = await depositInOne(server, { token: karim.token, evenementId, bytes: photo })
  expect(again.statusCode).toBe(201)
}

const twoHoursAgo = () => new Date(Date.now() - 2 * 3_600_000)

test('reports nothing for intact data', async () => {
  await beginUpload(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  expect(await integrity()).toEqual({ code: 0, lines: ['Aucune anomalie. / Nothing found.'] })
})

test('reports a missing data folder', async () => {
  const env = { ...process.env, DATA_DIR: join(server.dataDir, 'ailleurs') }
  const code = await new Promise((resolve) => {
    execFile('node', ['server/integrity/integrity.ts'], { env }, (error) => resolve(error?.code))
  })
  expect(code).toBe(2)
})

test('repairs nothing when the folder of the files is not mounted', async () => {
  const medias = join(server.dataDir, 'medias')
  await rename(medias, `${medias}.ailleurs`)
  for (const args of [[], ['--repair']]) {
    await expect(integrity(...args)).rejects.toThrow(`${join(medias, '.stockage')} manque`)
  }
  await expect(command('--repair')).rejects.toThrow(/^Le stockage n'est pas celui de cette base de données : .*\n$/)
  expect(await readdir(medias)).toEqual([])
  expect(await readMedia()).toEqual(media)
  expect(await server.parts.database.selectFrom('notification').selectAll().execute()).toEqual([])
  await rm(medias, { recursive: true })
  await rename(`${medias}.ailleurs`, medias)
  expect((await integrity()).code).toBe(0)
})

test('quarantines a file without a media', async () => {
  const path = join(server.dataDir, 'medias', 'or', 'orphelin')
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, photo)
  await utimes(path, twoHoursAgo(), twoHoursAgo())
  await expectMended(/^Fichier sans média : orphelin\. \/ File without/, /quarantaine/, command)
  expect((await quarantined('orphelin')).equals(photo)).toBe(true)
})

test('quarantines a partial file without an upload, also beside a quarantined one of the same name', async () => {
  const path = join(server.dataDir, 'recus', media.fichier)
  await writeFile(path, 'moitié')
  await utimes(path, twoHoursAgo(), twoHoursAgo())
  await expectMended(/^Réception sans envoi/, /quarantaine/)
  expect(String(await quarantined(`${media.fichier}.recu`))).toBe('moitié')
  expect((await readMedia()).statut).toBe('EN_ATTENTE')
})

test('reports a missing file to its author, who can send it again', async () => {
  const { storage } = server.parts.medias
  await rm(await localPath(storage, media.fichier))
  await storage.removeVariants(media.fichier)
  expect(await storage.size(media.fichier)).toBeNull()
  await expectMended(/^Média 1 .* le fichier manque\./, /Auteur prévenu/)
  await expectAuthorTold()
})

test('does not ask the author to send a lost photo again whose removal a person has requested', async () => {
  const { storage } = server.parts.medias
  const demande = { mediaId: media.id, demandeurId: lea.id, motif: '', statut: 'EN_ATTENTE', decideLe: null } as const
  await server.parts.database
    .insertInto('demandeRetrait')
    .values({ ...demande, creeLe: server.clock.now().toISOString() })
    .execute()
  await rm(await localPath(storage, media.fichier))
  await storage.removeVariants(media.fichier)
  expect((await integrity('--repair')).lines).toHaveLength(2)
  const raison = "Le fichier de ce média s'est abîmé sur le service."
  expect(await readMedia()).toMatchObject({ statut: 'SUPPRIME', raison })
  const again = await depositInOne(server, { token: karim.token, evenementId, bytes: photo })
  expect(again.json()).toMatchObject({ code: 'media.retrait_demande' })
})

test('quarantines and reports a truncated file', async () => {
  await truncate(await localPath(server.parts.medias.storage, media.fichier), 1000)
  await server.parts.medias.storage.removeVariants(media.fichier)
  await expectMended(/1000 octets au lieu de/, /quarantaine, auteur prévenu/)
  expect((await quarantined(media.fichier)).equals(photo.subarray(0, 1000))).toBe(true)
  await expectAuthorTold()
})

test('detects a flipped bit, quarantines the file and notifies its author', async () => {
  const path = await localPath(server.parts.medias.storage, media.fichier)
  const damaged = Buffer.from(photo)
  damaged[500] = (damaged[500] ?? 0) ^ 1
  await writeFile(path, damaged)
  await server.parts.medias.storage.removeVariants(media.fichier)
  await expectMended(/le contenu a changé/, /quarantaine, auteur prévenu/)
  expect((await quarantined(media.fichier)).equals(damaged)).toBe(true)
  await expectAuthorTold()
})

test.each(['crc32', 'crc32Masque'] as const)('corrects a wrong %s of an intact file', async (column) => {
  await server.parts.database
    .updateTable('media')
    .set({ [column]: 1 })
    .execute()
  await expectMended(/CRC-32 enregistrée est fausse/, /Somme corrigée/)
  expect(await readMedia()).toEqual(media)
})

test('restarts an upload that lost acknowledged bytes', async () => {
  const { headers } = await beginUpload(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  const location = String(headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: photo.subarray(0, 3000) })
  const [name = ''] = await readdir(join(server.dataDir, 'recus'))
  await truncate(join(server.dataDir, 'recus', name), 10)
  await expectMended(/^Envoi .* 10 octets au lieu de 3000/, /recommencera/)
  expect((await askOffset(server, location, karim.token)).statusCode).toBe(404)
})

test('deletes previews without a media and recreates missing ones', async () => {
  const { jobs, storage } = server.parts.medias
  await rm(variantPath(storage, media.fichier, '400.webp'))
  await expectMended(/un aperçu manque/, /refaire/)
  await jobs.idle()
  expect((await readMedia()).variantesEtat).toBe('FAITES')
  await mkdir(join(server.dataDir, 'apercus', 'xx', 'xx-nul'), { recursive: true })
  await expectMended(/Aperçus sans média : xx-nul/, /effacés/)
})

test('lets previews be tried again that could not be made, and does not count them as a problem', async () => {
  const { jobs, storage } = server.parts.medias
  await storage.removeVariants(media.fichier)
  await server.parts.database.updateTable('media').set({ variantesEtat: 'IMPOSSIBLES' }).execute()
  expect(await integrity()).toEqual({ code: 0, lines: ['Aucune anomalie. / Nothing found.'] })
  expect((await readMedia()).variantesEtat).toBe('IMPOSSIBLES')
  expect(await integrity('--repair')).toEqual({
    code: 0,
    lines: ['Aperçus tentés de nouveau : 1. / Previews tried again: 1.', 'Aucune anomalie. / Nothing found.'],
  })
  await jobs.idle()
  expect((await readMedia()).variantesEtat).toBe('FAITES')
})

test('has a missing film of a video made again', async () => {
  await server.parts.database.updateTable('media').set({ type: 'VIDEO', lectureEtat: 'FAITE' }).execute()
  await expectMended(/le film manque/, /Film à refaire/)
  expect((await readMedia()).lectureEtat).toBe('A_FAIRE')
})

test('detects a broken audit chain and does not repair it', async () => {
  await server.parts.database.updateTable('audit').set({ acteurId: 99 }).where('id', '=', 1).execute()
  const found = await integrity('--repair')
  expect(found.lines).toEqual([
    expect.stringMatching(/^Journal d'audit rompu à la ligne 1\./),
    'Anomalies : 1, réparées : 0. / Found: 1, repaired: 0.',
  ])
  expect((await integrity()).code).toBe(1)
})

test('refuses a word that it does not know', async () => {
  await expect(command('--repiar')).rejects.toThrow('Usage : npm run integrity')
})
