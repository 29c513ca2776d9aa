import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInvitation,
  unMedia,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/** The tables of all rows that contain a text. */
export async function tablesWith({ parts }: TestServer, text: string): Promise<string[]> {
  const { database } = parts
  const tables = (await database.introspection.getTables()).map(({ name }) => name)
  const found = await Promise.all(
    tables.map(async (name) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database)
      return rows.filter((row) => JSON.stringify(row).includes(text)).map(() => name)
    }),
  )
  return found.flat().toSorted()
}

/** Creates a person with a marker in every text that a participant can write. */
export async function unePersonneMarquee(
  server: TestServer,
  { claire, marque }: { claire: PersonneDeTest; marque: string },
): Promise<PersonneDeTest> {
  const person = await unUtilisateur(server, { prenom: marque, nom: marque, email: `${marque}@eclats.test` })
  const { token } = person
  await server.call('POST', '/frontend/participant/consentement-rgpd', {
    token,
    body: { consentementDonne: true, versionRGPD: '1.0' },
    headers: { 'user-agent': marque },
  })
  const { id } = await unEvenement(server, { createurId: claire.id })
  const invitation = await uneInvitation(server, { evenementId: id, invite: person })
  await server.call('POST', `/frontend/participant/invitations/${invitation.id}/repondre`, {
    token,
    body: { statut: 'ACCEPTEE' },
  })
  const bytes = await unePhoto()
  const name = `${marque}.jpg`
  const sent = await depositInOne(server, { token, evenementId: id, bytes, name })
  expect(sent.statusCode).toBe(201)
  await beginUpload(server, { token, evenementId: id, bytes: await unePhoto(), name })
  const other = await unMedia(server, { evenementId: id, auteurId: claire.id, statut: 'VALIDE' })
  const motif = `Je suis dessus, ${marque}`
  const asked = await server.call('POST', `/frontend/participant/medias/${other.id}/demandes-retrait`, {
    token,
    body: { motif },
  })
  expect(asked.statusCode).toBe(201)
  await server.call('POST', `/organisateur/evenements/${id}/participants/${person.id}/recompenser`, {
    token: claire.token,
    body: { titre: 'Merci', message: `Bravo ${marque}` },
  })
  await server.call('POST', '/auth/forgot-password', { body: { email: person.email } })
  await server.call('POST', '/auth/login', { body: { email: person.email, password: 'Faux2026!!' } })
  await server.call('PUT', '/auth/me', {
    token,
    body: { nom: marque, prenom: marque, email: `nouvelle-${marque}@eclats.test`, motDePasseActuel: motDePasseDeTest },
  })
  return person
}
