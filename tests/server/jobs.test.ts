import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '#server/jobs.ts'
import { enqueueMail } from '#server/mail/mail.usecases.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { rudePeer } from '#tests/support/rudePeer.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('delays neither other jobs nor the shutdown when a mail server hangs', async () => {
  const asked: unknown[] = []
  const peer = await rudePeer((socket) => asked.push(socket))
  const from = { name: 'Éclats', address: 'a@eclats.test' }
  const mailer = smtpMailer(peer, { from, publicUrl: 'http://eclats.test' })
  const server = await startTestServer({ parts: { mailer } })
  onTestFinished(() => server.stop())
  const { database } = server.parts
  const lettre = { sujet: 'Bonjour', prenom: 'Léa', paragraphes: ['Un mot'] }
  await enqueueMail(database, server.clock, { destinataire: 'lea@eclats.test', utilisateurId: null, lettre })
  const claire = await unOrganisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
  server.clock.advance(36 * 3_600_000)

  const jobs = startJobs(server.parts, server.app.log)
  await expect.poll(() => asked.length).toBe(1)
  const statut = () => database.selectFrom('evenement').select('statut').where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(statut).toEqual({ statut: 'EN_COURS' })
  await jobs.stop()
  const row = await database.selectFrom('courriel').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ essais: 1, envoyeLe: null, abandonneLe: null })
})
