import { request as httpRequest } from 'node:http'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretHash } from '#server/secrets/secretHash.ts'
import { acteurDe } from '#tests/support/races.ts'
import { endSessionsOf } from '#server/session/endSessionsOf.ts'
import { appendUpload } from '#server/upload/appendUpload.ts'
import type { Credential } from '#server/http/acteur.ts'
import type { UploadDeps } from '#server/upload/uploadDeps.ts'
import { type PersonneDeTest, unConsentement } from '#tests/support/builders.ts'
import { askOffset, beginUpload, sendBytes, tus } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let karim: PersonneDeTest
let claire: PersonneDeTest
let evenementId: number
let location: string
// More than one batch of the receiver: a growing file proves that the request was accepted.
const size = 700_000
let bytes: Buffer

beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ karim, claire, evenementId } = await uneFete(server))
  bytes = await unePhotoDe(size)
  const { headers } = await beginUpload(server, { token: karim.token, evenementId, bytes })
  location = String(headers['location'])
})

interface HeldPatch {
  finish(): Promise<{ status: number; code: string | undefined }>
}

/** A PATCH of the whole photo whose last byte is held back until `finish`; resolves when the server writes the rest. */
async function holdLastByte(token: string): Promise<HeldPatch> {
  const request = httpRequest(`${server.address}${location}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization: `Bearer ${token}`,
      'content-type': 'application/offset+octet-stream',
      'content-length': String(size),
      'upload-offset': '0',
    },
  })
  const answer = new Promise<{ status: number; code: string | undefined }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        const code = text === '' ? undefined : (JSON.parse(text) as { code: string }).code
        resolve({ status: response.statusCode ?? 0, code })
      })
    })
  })
  request.write(bytes.subarray(0, -1))
  const { fichierTemporaire } = await uploadRow()
  await expect
    .poll(() =>
      stat(join(server.dataDir, 'recus', fichierTemporaire)).then(
        (found) => found.size,
        () => 0,
      ),
    )
    .toBeGreaterThan(0)
  return {
    finish() {
      request.end(bytes.subarray(-1))
      return answer
    },
  }
}

function uploadRow() {
  const id = location.split('/').at(-1) ?? ''
  return server.parts.database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function medias() {
  return server.parts.database.selectFrom('media').selectAll().where('evenementId', '=', evenementId).execute()
}

async function askGrant(): Promise<string> {
  const path = `/frontend/participant/evenements/${evenementId}/upload-grants`
  return (await server.call('POST', path, { token: karim.token })).json<{ grant: string }>().grant
}

const refusals: Record<string, { credential: 'session' | 'grant'; change: () => Promise<unknown>; code: string }> = {
  'the registration is cancelled': {
    credential: 'session',
    change: () => {
      const path = `/evenements/${evenementId}/participants/${karim.id}/statut`
      return server.call('PUT', path, { token: claire.token, body: { statutInscription: 'ANNULE' } })
    },
    code: 'upload.inscription_requise',
  },
  'the consent is revoked': {
    credential: 'session',
    change: async () => {
      const actif = await server.call('GET', '/frontend/participant/consentement-rgpd/me/actif', { token: karim.token })
      const path = `/consentements-rgpd/${actif.json<{ id: number }>().id}/revoquer`
      return server.call('DELETE', path, { token: karim.token })
    },
    code: 'upload.consentement_requis',
  },
  'the person logs out': {
    credential: 'session',
    change: () => server.call('POST', '/auth/logout', { token: karim.token }),
    code: 'session.expiree',
  },
  'the logout revokes the grant': {
    credential: 'grant',
    change: () => server.call('POST', '/auth/logout', { token: karim.token }),
    code: 'upload.autorisation_expiree',
  },
  'the account is locked': {
    credential: 'grant',
    change: () =>
      server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', karim.id).execute(),
    code: 'upload.autorisation_expiree',
  },
  'the sessions of the account are ended': {
    credential: 'session',
    change: () =>
      endSessionsOf(server.parts.database, { utilisateurId: karim.id, except: null }, server.clock.now().toISOString()),
    code: 'session.expiree',
  },
  'the event is cancelled': {
    credential: 'session',
    change: () => {
      const path = `/frontend/organisateur/evenements/${evenementId}/statut`
      return server.call('PUT', path, { token: claire.token, body: { statut: 'ANNULE' } })
    },
    code: 'upload.evenement_ferme',
  },
}

for (const [when, { credential, change, code }] of Object.entries(refusals)) {
  test(`refuses the commit and keeps the bytes when ${when} before the last byte`, async () => {
    const token = credential === 'session' ? karim.token : await askGrant()
    const held = await holdLastByte(token)
    await change()
    expect((await held.finish()).code).toBe(code)
    expect(await medias()).toEqual([])
    expect(await uploadRow()).toMatchObject({ etat: 'OUVERT', decalage: size, mediaId: null })
  })
}

for (const [when, { credential, change, code }] of Object.entries(refusals)) {
  test(`refuses the commit when ${when} after the file was examined`, async () => {
    const token = credential === 'session' ? karim.token : await askGrant()
    const { parts } = server
    const { storage } = parts.medias
    const keep = async (name: string) => {
      await storage.keep(name)
      await change()
    }
    const deps: UploadDeps = { ...parts, ...parts.medias, storage: { ...storage, keep } }
    const acteur = acteurDe(karim)
    const shown: Credential =
      credential === 'session'
        ? { kind: 'session', jti: acteur.credential.jti }
        : { kind: 'grant', tokenHash: secretHash(token), inviteId: null }
    const deposit = appendUpload(deps, {
      upload: await uploadRow(),
      credential: shown,
      offset: 0,
      body: Readable.from([bytes]),
      length: size,
    })
    await expect(deposit).rejects.toMatchObject({ code })
    expect(await medias()).toEqual([])
    expect(await uploadRow()).toMatchObject({ etat: 'OUVERT', decalage: size, mediaId: null })
  })
}

test('commits the kept bytes when the person may deposit again', async () => {
  const held = await holdLastByte(karim.token)
  const { database } = server.parts
  await database.deleteFrom('consentement').where('utilisateurId', '=', karim.id).execute()
  expect((await held.finish()).status).toBe(403)
  await unConsentement(server, karim.id)
  expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe(String(size))
  const receipt = await sendBytes(server, location, { token: karim.token, offset: size, bytes: Buffer.alloc(0) })
  expect(receipt.headers['x-content-sha256']).toBe(sha256Of(bytes))
  expect(await medias()).toHaveLength(1)
})
