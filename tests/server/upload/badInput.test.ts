import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StatutEvenement } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { unConsentement, unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { sha256Of, unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import sharp from 'sharp'

const most = 104_857_600

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Situation {
  statut?: StatutEvenement
  inscription?: StatutInscription | null
  consentement?: boolean
}

/** A participant in front of an event, and one whose next photo must still be accepted. */
async function situation({ statut = 'EN_COURS', inscription = 'VALIDE', consentement = true }: Situation) {
  const claire = await unOrganisateur(server)
  const karim = await unUtilisateur(server)
  const evenementId = (await unEvenement(server, { createurId: claire.id, statut })).id
  if (inscription) await uneInscription(server, { evenementId, utilisateurId: karim.id, statut: inscription })
  if (consentement) await unConsentement(server, karim.id)
  return { token: karim.token, evenementId, utilisateurId: karim.id }
}

async function traces(evenementId: number) {
  const { database } = server.parts
  const medias = await database.selectFrom('media').select('id').where('evenementId', '=', evenementId).execute()
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /(recus|medias)/.test(join(entry.parentPath)))
  return { rows: medias.length, files: files.length }
}

const rows: {
  title: string
  where?: Situation
  bytes: () => Promise<Buffer> | Buffer
  length?: number
  status: number
  code: string
  sentence: string
}[] = [
  {
    title: 'a file of one byte more than 100 Mo',
    bytes: () => Buffer.alloc(0),
    length: most + 1,
    status: 413,
    code: 'upload.trop_volumineux',
    sentence: 'Le fichier est trop volumineux.',
  },
  {
    title: 'a text named .jpg',
    bytes: () => Buffer.from('Ceci est un texte et pas une photo, même si son nom finit par .jpg. '.repeat(20)),
    status: 415,
    code: 'upload.type_refuse',
    sentence: "La requête est invalide : ce fichier n'est ni une photo ni une vidéo reconnue.",
  },
  {
    title: 'an empty file',
    bytes: () => Buffer.alloc(0),
    status: 422,
    code: 'upload.vide',
    sentence: 'La requête est invalide : le fichier est vide.',
  },
  {
    title: 'an SVG',
    bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200)),
    status: 415,
    code: 'upload.type_refuse',
    sentence: "La requête est invalide : ce fichier n'est ni une photo ni une vidéo reconnue.",
  },
  {
    title: 'a PNG of too many pixels',
    bytes: () =>
      sharp({ create: { width: 30_001, height: 4, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    status: 422,
    code: 'upload.dimensions',
    sentence: "La requête est invalide : les dimensions de l'image dépassent la limite.",
  },
  {
    title: 'an event that is PLANIFIE',
    where: { statut: 'PLANIFIE' },
    bytes: unePhoto,
    status: 403,
    code: 'upload.evenement_ferme',
    sentence: "L'événement n'accepte pas de médias pour le moment : l'envoi reprendra à son ouverture.",
  },
  {
    title: 'an event that is ANNULE',
    where: { statut: 'ANNULE' },
    bytes: unePhoto,
    status: 403,
    code: 'upload.evenement_ferme',
    sentence: "L'événement est annulé. Votre média reste sur ce téléphone.",
  },
  {
    title: 'a registration EN_ATTENTE',
    where: { inscription: 'EN_ATTENTE' },
    bytes: unePhoto,
    status: 403,
    code: 'upload.inscription_requise',
    sentence: "Vous n'êtes pas autorisé à déposer un média pour cet événement.",
  },
  {
    title: 'a registration ANNULE',
    where: { inscription: 'ANNULE' },
    bytes: unePhoto,
    status: 403,
    code: 'upload.inscription_requise',
    sentence: "Vous n'êtes pas autorisé à déposer un média pour cet événement.",
  },
  {
    title: 'a stranger to the event',
    where: { inscription: null },
    bytes: unePhoto,
    status: 403,
    code: 'upload.inscription_requise',
    sentence: "Vous n'êtes pas autorisé à déposer un média pour cet événement.",
  },
  {
    title: 'a person without consent',
    where: { consentement: false },
    bytes: unePhoto,
    status: 403,
    code: 'upload.consentement_requis',
    sentence: 'Votre consentement est nécessaire pour envoyer ce média.',
  },
]

test.for(rows)('refuses $title with its message and leaves nothing', async (row) => {
  const { token, evenementId } = await situation(row.where ?? {})
  const before = await traces(evenementId)
  const bytes = await row.bytes()
  const deposit = { token, evenementId, bytes, ...(row.length !== undefined && { length: row.length }) }
  const answer = bytes.length === 0 ? await beginUpload(server, deposit) : await depositInOne(server, deposit)
  expect(answer.statusCode).toBe(row.status)
  expect(answer.json()).toEqual({ code: row.code, message: row.sentence })
  expect(await traces(evenementId)).toEqual(before)

  // Other people are not affected: their next photo is accepted at once.
  const next = await situation({})
  expect((await depositInOne(server, { ...next, bytes: await unePhoto() })).statusCode).toBe(201)
})

test('accepts a file of exactly 100 Mo', async () => {
  const { token, evenementId } = await situation({})
  const bytes = await unePhotoDe(most)
  const answer = await depositInOne(server, { token, evenementId, bytes })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['x-content-sha256']).toBe(sha256Of(bytes))
})

test('refuses more bytes than announced before they are read', async () => {
  const { token, evenementId } = await situation({})
  const bytes = await unePhotoDe(40_000)
  const answer = await depositInOne(server, { token, evenementId, bytes, length: 30_000 })
  expect(answer.json()).toMatchObject({ code: 'upload.trop_volumineux' })
})
