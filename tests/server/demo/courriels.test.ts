import { expect, onTestFinished, test } from 'vitest'
import { runMail } from '#server/jobs.ts'
import { enqueueMail } from '#server/mail/mail.usecases.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

const url = '/demo/courriels'
const demo = { comptes: [], motDePasse: '' }

test('lists the mails of the demonstration, newest first, with links and markup as text', async () => {
  const server = await startTestServer({ parts: { demo } })
  onTestFinished(() => server.stop())
  const { database } = server.parts
  const empty = await server.app.inject({ url })
  expect(empty.body).toContain('Aucun message')
  for (const prenom of ['Léa', '<b onclick="x()">Eve</b>']) {
    const bouton = { libelle: 'Ouvrir', adresse: 'http://eclats.test/confirmation?token=abc&x=1' }
    const lettre = { sujet: `Pour ${prenom}`, prenom, paragraphes: ['Un mot'], bouton }
    await enqueueMail(database, server.clock, { destinataire: 'lea@eclats.test', utilisateurId: null, lettre })
  }
  await runMail(server.parts, server.app.log)
  const page = await server.app.inject({ url })
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';style-src 'self'")
  expect(page.body).toContain('<html lang="fr">')
  expect(page.body.indexOf('Eve')).toBeLessThan(page.body.indexOf('Pour Léa'))
  expect(page.body).toContain('<a href="http://eclats.test/confirmation?token=abc&amp;x=1">')
  expect(page.body).not.toMatch(/<b |<script|<style|style=/)
  expect((await server.app.inject({ url: '/page.css' })).headers['content-type']).toContain('text/css')
})

test('writes the first day of a month as a French date', async () => {
  const server = await startTestServer({ parts: { demo } })
  onTestFinished(() => server.stop())
  server.clock.set('2026-12-01T12:00:00.000Z')
  const lettre = { sujet: 'Bonjour', prenom: 'Léa', paragraphes: ['Un mot'] }
  const { database } = server.parts
  await enqueueMail(database, server.clock, { destinataire: 'lea@eclats.test', utilisateurId: null, lettre })
  expect((await server.app.inject({ url })).body).toContain('>1er décembre 2026 à 13:00</time>')
})

test('has no such page without the demonstration', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  expect((await server.app.inject({ url })).statusCode).toBe(404)
})
