import { get } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { Media } from '#domain/media/media.ts'
import { forgetLastExports, openLastExport } from '#server/donnees/lastExport.usecases.ts'
import { forgetProofs } from '#server/donnees/proofs.ts'
import { notify } from '#server/notification/notify.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { mailedExport, mailsTo } from '#tests/support/mailbox.ts'
import { tablesWith, unePersonneMarquee } from '#tests/support/personneMarquee.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { eraseListedFiles, storedNames } from '#tests/support/storedFiles.ts'
import { readZip } from '#tests/support/zipReader.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  // Without the regular work: it reads the clock, whose reads are counted below.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  server = await startTestServer({ listen: true })
  vi.useRealTimers()
  claire = await unOrganisateur(server)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const day = 86_400_000
const erase = ({ token }: PersonneDeTest) => server.call('DELETE', '/frontend/participant/data', { token })
const me = async ({ token }: PersonneDeTest) => (await server.call('GET', '/auth/me', { token })).statusCode
const keptExports = async () => (await server.parts.exports.list()).map(({ name }) => name).toSorted()
const archiveOf = (bytes: Buffer) => ({ size: bytes.length, read: () => Readable.from([bytes]) })
const fetchLast = (secret: string) => server.call('GET', `/exports/${secret}`)

/** A person with a photo in an event of the organiser. */
async function unePersonneAvecPhoto() {
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  const person = await unDeposant(server, { evenementId })
  const bytes = await unePhoto()
  await depositInOne(server, { token: person.token, evenementId, bytes })
  // Creating variants changes the row of the photo and reads the clock.
  await server.parts.medias.jobs.idle()
  return { person, evenementId, bytes }
}

test('answers with the whole export and then deletes everything except the listed records', async () => {
  const person = await unePersonneMarquee(server, { claire, marque: 'gaston' })
  await server.parts.medias.jobs.idle()
  const medias = server.parts.database.selectFrom('media').selectAll().where('auteurId', '=', person.id)
  const [media] = await medias.execute()
  const { storage } = server.parts.medias
  const filesOfMedia = async () => {
    const names = await storedNames(storage)
    for await (const name of storage.listVariants()) names.push(name)
    return names.filter((name) => name === media?.fichier)
  }
  // The original and its previews.
  expect(await filesOfMedia()).toHaveLength(2)

  const answer = await erase(person)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  expect(String(answer.headers['set-cookie'])).toMatch(/^eclats_session=; Max-Age=0/)
  const [json, ...originals] = readZip(answer.rawPayload)
  expect(JSON.parse(json?.bytes.toString() ?? '')).toMatchObject({ firstName: 'gaston', medias: [{ id: media?.id }] })
  expect(originals).toHaveLength(1)

  expect(await me(person)).toBe(401)
  expect(await medias.execute()).toEqual([])
  // The proof of consent, the organiser's message, and for a day the mail with the link.
  expect(await tablesWith(server, 'gaston')).toEqual(['consentement', 'courriel'])
  const album = `/frontend/organisateur/evenements/${media?.evenementId}/medias`
  const shown = (await server.call('GET', album, { token: claire.token })).json<Media[]>()
  expect(shown.map(({ auteur }) => auteur.id)).not.toContain(person.id)
  await eraseListedFiles(server.parts)
  expect(await filesOfMedia()).toEqual([])
  server.clock.advance(day)
  await forgetLastExports(server.parts)
  expect(await tablesWith(server, 'gaston')).toEqual(['consentement'])
  expect(await keptExports()).toEqual([])
  claire = await unOrganisateur(server)
})

test('serves the mailed file once, and does not use the link up on a preview', async () => {
  const { person, bytes } = await unePersonneAvecPhoto()
  const answer = await erase(person)
  const secret = await mailedExport(server, person.email)
  expect(
    JSON.stringify(await server.parts.database.selectFrom('demandeSuppression').selectAll().execute()),
  ).not.toContain(secret)
  const reading = vi.spyOn(server.parts.exports, 'read')
  const preview = await server.call('HEAD', `/exports/${secret}`)
  expect([preview.statusCode, preview.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)])
  expect(reading).not.toHaveBeenCalled()
  const [first, second] = await Promise.all([fetchLast(secret), fetchLast(secret)])
  expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 409]))
  const fetched = first.statusCode === 200 ? first : second
  expect(fetched.rawPayload.equals(answer.rawPayload)).toBe(true)
  // What a proxy buffers counts as received.
  expect([answer, fetched].map(({ headers }) => headers['x-accel-buffering'])).toEqual(['no', 'no'])
  expect(readZip(fetched.rawPayload)[1]?.bytes.equals(bytes)).toBe(true)
  await expect
    .poll(async () => (await fetchLast(secret)).json<unknown>())
    .toEqual({
      message: "Ce lien n'est plus valable : il sert une fois, pendant 24 heures.",
      code: 'donnees.introuvable',
    })
})

test('shows a page when the link is opened in a browser and is no longer valid', async () => {
  const path = `/exports/${'x'.repeat(43)}`
  const answer = await server.call('GET', path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toContain('il sert une fois, pendant 24 heures.')
  expect(answer.body).toContain('<a class="way" href="/">')
})

test('answers that the link is not valid when the export is missing, as after a restore', async () => {
  const { person } = await unePersonneAvecPhoto()
  const before = await keptExports()
  await erase(person)
  const fresh = (await keptExports()).find((name) => !before.includes(name)) ?? ''
  await server.parts.exports.remove(fresh)
  const answer = await fetchLast(await mailedExport(server, person.email))
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'donnees.introuvable'])
})

test('shows a browser a page with a button, which leaves the link valid: mail filters open links', async () => {
  const { person } = await unePersonneAvecPhoto()
  const answer = await erase(person)
  const secret = await mailedExport(server, person.email)
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const open = (query = '') => server.call('GET', `/exports/${secret}${query}`, { headers })
  for (let n = 0; n < 2; n += 1) {
    const page = await open()
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<form><button name="fichier" value="1">Télécharger mes données</button></form>')
  }
  expect((await open('?fichier=1')).rawPayload.equals(answer.rawPayload)).toBe(true)
  await expect.poll(async () => (await open()).body).toContain('Ce lien n&#39;est plus valable')
})

test('lets an interrupted download restart', async () => {
  const { person } = await unePersonneAvecPhoto()
  const write = server.parts.exports.write.bind(server.parts.exports)
  const long = Buffer.alloc(32 * 1024 ** 2)
  vi.spyOn(server.parts.exports, 'write').mockImplementationOnce((name) => write(name, archiveOf(long)))
  await erase(person)
  const secret = await mailedExport(server, person.email)
  const cutting = new AbortController()
  await fetch(`${server.address}/api/exports/${secret}`, { signal: cutting.signal })
  expect((await fetchLast(secret)).json()).toMatchObject({ code: 'donnees.telechargement_en_cours' })
  cutting.abort()
  await expect.poll(async () => (await fetchLast(secret)).rawPayload.length).toBe(long.length)
  await expect.poll(async () => (await fetchLast(secret)).statusCode).toBe(404)
})

test('keeps the link of a client that disconnects before the download begins', async () => {
  const { person } = await unePersonneAvecPhoto()
  const answer = await erase(person)
  const secret = await mailedExport(server, person.email)
  const { database } = server.parts
  const gone = Promise.withResolvers<void>()
  server.app.server.once('connection', (socket) => socket.once('close', () => gone.resolve()))
  // The request waits for this transaction when its client disconnects.
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('demandeSuppression').set({ courrielId: null }).execute()
    const asking = get(`${server.address}/api/exports/${secret}`, { agent: false }).on('error', () => undefined)
    server.app.server.once('request', () => asking.destroy())
    await gone.promise
  })
  await expect.poll(async () => (await fetchLast(secret)).rawPayload.length).toBe(answer.rawPayload.length)
})

test('keeps the link of a download that a killed process has begun', async () => {
  const { person } = await unePersonneAvecPhoto()
  const answer = await erase(person)
  const secret = await mailedExport(server, person.email)
  // The process ends here: it neither uses the link nor gives it back.
  const taken = await openLastExport(server.parts, secret)
  server.clock.advance(110_000)
  await taken.renew()
  server.clock.advance(110_000)
  expect((await fetchLast(secret)).statusCode).toBe(409)
  server.clock.advance(20_000)
  expect((await fetchLast(secret)).rawPayload.equals(answer.rawPayload)).toBe(true)
  await expect.poll(async () => (await fetchLast(secret)).statusCode).toBe(404)
})

test('expires the link and deletes the file after 24 hours, not earlier', async () => {
  const { person } = await unePersonneAvecPhoto()
  await erase(person)
  const secret = await mailedExport(server, person.email)
  server.clock.advance(day - 1)
  await forgetLastExports(server.parts)
  expect(await keptExports()).not.toEqual([])
  server.clock.advance(1)
  expect((await fetchLast(secret)).statusCode).toBe(404)
  await forgetLastExports(server.parts)
  expect(await keptExports()).toEqual([])
  claire = await unOrganisateur(server)
})

test('leaves the account complete when the erasure fails after the export, and allows a retry', async () => {
  const { person, evenementId } = await unePersonneAvecPhoto()
  const path = `/frontend/participant/evenements/${evenementId}/medias`
  const before = await keptExports()
  let broken = 0
  while ((await eraseBreakingAt(person, broken + 1)).statusCode === 500) {
    broken += 1
    expect(await me(person)).toBe(200)
    expect((await server.call('GET', path, { token: person.token })).json()).toHaveLength(1)
    expect(await keptExports()).toEqual(before)
    expect(await mailsTo(server, person.email)).toEqual([])
  }
  expect(broken).toBeGreaterThanOrEqual(4)
  expect(await me(person)).toBe(401)
})

/** Requests the erasure; the n-th read of the clock after the written export fails. */
async function eraseBreakingAt(person: PersonneDeTest, n: number) {
  const write = server.parts.exports.write.bind(server.parts.exports)
  const now = server.clock.now.bind(server.clock)
  vi.spyOn(server.parts.exports, 'write').mockImplementationOnce(async (name, archive) => {
    await write(name, archive)
    let looks = 0
    vi.spyOn(server.clock, 'now').mockImplementation(() => {
      looks += 1
      if (looks === n) throw new Error('broken off')
      return now()
    })
  })
  const answer = await erase(person)
  vi.restoreAllMocks()
  return answer
}

test('keeps the export when the answer to the commit of the erasure is lost', async () => {
  const { person, bytes } = await unePersonneAvecPhoto()
  const write = server.parts.exports.write.bind(server.parts.exports)
  const begin = server.parts.database.transaction.bind(server.parts.database)
  vi.spyOn(server.parts.exports, 'write').mockImplementationOnce(async (name, archive) => {
    await write(name, archive)
    vi.spyOn(server.parts.database, 'transaction').mockImplementationOnce(() => {
      const transaction = begin()
      const execute = transaction.execute.bind(transaction)
      return Object.assign(transaction, {
        execute: async (work: Parameters<typeof execute>[0]) => {
          await execute(work)
          throw new Error('the connection is lost')
        },
      })
    })
  })
  expect((await erase(person)).statusCode).toBe(500)
  expect(await me(person)).toBe(401)
  const fetched = await fetchLast(await mailedExport(server, person.email))
  expect(readZip(fetched.rawPayload)[1]?.bytes.equals(bytes)).toBe(true)
})

test('erases nothing when the disk is full', async () => {
  const { person } = await unePersonneAvecPhoto()
  vi.spyOn(server.parts.exports, 'write').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  expect((await erase(person)).statusCode).toBe(500)
  expect(await me(person)).toBe(200)
})

test('deletes an export without erasure (crash) within hours and keeps a valid one', async () => {
  const { person } = await unePersonneAvecPhoto()
  await erase(person)
  const kept = await keptExports()
  const now = server.clock.now()
  server.clock.set(new Date().toISOString())
  await server.parts.database
    .updateTable('demandeSuppression')
    .set({ lienExpire: '2999-01-01T00:00:00.000Z' })
    .where('fichierExport', 'is not', null)
    .execute()
  const orphan = 'orphelin.zip'
  await server.parts.exports.write(orphan, archiveOf(Buffer.from('x')))
  await forgetLastExports(server.parts)
  expect(await keptExports()).toContain(orphan)
  server.clock.advance(7 * 3_600_000)
  await forgetLastExports(server.parts)
  expect(await keptExports()).toEqual(kept)
  server.clock.set(now.toISOString())
})

test('includes data that arrive while the export is written', async () => {
  const { person } = await unePersonneAvecPhoto()
  const write = server.parts.exports.write.bind(server.parts.exports)
  vi.spyOn(server.parts.exports, 'write').mockImplementationOnce(async (name, archive) => {
    await write(name, archive)
    const notification = {
      utilisateurId: person.id,
      type: 'EVENEMENT',
      titre: 'Fête',
      message: 'Au dernier moment',
    } as const
    await notify(server.parts.database, server.clock, [{ ...notification, evenementId: null }])
  })
  const before = (await keptExports()).length
  const answer = await erase(person)
  expect(readZip(answer.rawPayload)[0]?.bytes.toString()).toContain('Au dernier moment')
  expect(await keptExports()).toHaveLength(before + 1)
})

test('deletes the proof of consent after five years; keeps that of active accounts', async () => {
  const { person } = await unePersonneAvecPhoto()
  const { person: living } = await unePersonneAvecPhoto()
  await erase(person)
  const now = server.clock.now()
  const proofs = async () =>
    (await server.parts.database.selectFrom('consentement').select('utilisateurId').execute())
      .map(({ utilisateurId }) => utilisateurId)
      .filter((id) => [person.id, living.id].includes(id))
      .toSorted((a, b) => a - b)
  server.clock.advance(5 * 365 * day)
  await forgetProofs(server.parts)
  expect(await proofs()).toEqual([person.id, living.id])
  server.clock.advance(2 * day)
  await forgetProofs(server.parts)
  expect(await proofs()).toEqual([living.id])
  server.clock.set(now.toISOString())
})

test('requires an organiser to end running events; keeps finished ones without the name, with closed links', async () => {
  const solange = await unOrganisateur(server, { prenom: 'Solange' })
  const live = await unEvenement(server, { createurId: solange.id, statut: 'EN_COURS' })
  const { person } = await unePersonneAvecPhoto()
  await server.call('POST', `/frontend/organisateur/evenements/${live.id}/inviter`, {
    token: solange.token,
    body: { email: person.email },
  })
  await server.call('POST', `/frontend/organisateur/evenements/${live.id}/liens`, {
    token: solange.token,
    body: { entree: 'DIRECTE' },
  })
  const refused = await erase(solange)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'utilisateur.evenements_actifs' })
  await server.call('PUT', `/frontend/organisateur/evenements/${live.id}/statut`, {
    token: solange.token,
    body: { statut: 'TERMINE' },
  })
  expect(await tablesWith(server, 'Solange')).toEqual(['courriel', 'notification', 'utilisateur'])
  expect((await erase(solange)).statusCode).toBe(200)
  expect(await tablesWith(server, 'Solange')).toEqual(['courriel'])
  expect(await server.parts.database.selectFrom('lienEvenement').select('revoqueLe').execute()).toEqual([
    { revoqueLe: server.clock.now().toISOString() },
  ])
})

test('refuses a new photo when the organiser is erased; keeps the photos that were accepted before', async () => {
  const solange = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: solange.id, statut: 'TERMINE' })
  const { token } = await unDeposant(server, { evenementId })
  const evenement = async () =>
    (await server.call('GET', `/frontend/participant/evenements/${evenementId}`, { token })).json<Evenement>()
  await depositInOne(server, { token, evenementId, bytes: await unePhoto() })
  expect(await evenement()).not.toHaveProperty('sansOrganisateur')
  expect((await erase(solange)).statusCode).toBe(200)
  const refused = await depositInOne(server, { token, evenementId, bytes: await unePhoto({ largeur: 41 }) })
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'upload.sans_organisateur' }])
  expect(await evenement()).toMatchObject({ sansOrganisateur: true })
  const medias = server.parts.database.selectFrom('media').select('statut').where('evenementId', '=', evenementId)
  expect(await medias.execute()).toEqual([{ statut: 'EN_ATTENTE' }])
})

test('refuses to erase the last administrator; mails no link to an unconfirmed address', async () => {
  const agnes = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  expect((await erase(agnes)).json()).toMatchObject({ code: 'utilisateur.dernier_administrateur' })
  const inconnu = await unUtilisateur(server, { confirme: false })
  expect((await erase(inconnu)).statusCode).toBe(200)
  expect(await mailsTo(server, inconnu.email)).toEqual([])
})

test('requires the password for an erasure when the login is ten minutes old', async () => {
  const { person } = await unePersonneAvecPhoto()
  server.clock.advance(10 * 60_000)
  const before = await keptExports()
  const eraseWith = (body?: object) =>
    server.call('DELETE', '/frontend/participant/data', { token: person.token, body })
  for (const [body, code] of [
    [undefined, 'utilisateur.mot_de_passe_requis'],
    [{ motDePasseActuel: '' }, 'utilisateur.mot_de_passe_requis'],
    [{ motDePasseActuel: 'Mauvais2026!' }, 'utilisateur.mot_de_passe_incorrect'],
  ] as const) {
    const refused = await eraseWith(body)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, code])
  }
  expect(await me(person)).toBe(200)
  expect(await keptExports()).toEqual(before)
  expect((await eraseWith({ motDePasseActuel: motDePasseDeTest })).statusCode).toBe(200)
  expect(await me(person)).toBe(401)
})
