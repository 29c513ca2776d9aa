import { expect, test } from 'vitest'
import { deliverMail, enqueueMail } from '#server/mail/mail.usecases.ts'
import type { Courriel, Mailer } from '#server/mail/mailer.ts'
import type { Parts } from '#server/parts.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

const lettre = { sujet: 'Bonjour', prenom: 'Léa', paragraphes: ['Un mot'] }
const letter = { destinataire: 'lea@eclats.test', utilisateurId: null, lettre }
const minute = 60_000

async function serverWith(deliver: Mailer['deliver'], parts: Partial<Parts> = {}) {
  const mailer: Mailer = { deliver, closeIdle() {}, cut() {} }
  const server = await startTestServer({ parts: { mailer, ...parts } })
  const rows = () => server.parts.database.selectFrom('courriel').selectAll().orderBy('id').execute()
  const round = () => deliverMail(server.parts, server.app.log)
  return { server, rows, round, enqueue: () => enqueueMail(server.parts.database, server.clock, letter) }
}

test('retries a failed message later and sends it once with two concurrent senders', async () => {
  const sent: Courriel[] = []
  let isDown = true
  const { server, rows, round, enqueue } = await serverWith((courriel) => {
    if (isDown) return Promise.reject(new Error('server down'))
    sent.push(courriel)
    return Promise.resolve()
  })
  await enqueue()
  await round()
  expect(await rows()).toMatchObject([{ envoyeLe: null, essais: 1, erreur: 'Error: server down' }])
  isDown = false
  server.clock.advance(minute)
  await Promise.all([round(), round()])
  await round()
  expect(sent).toMatchObject([{ destinataire: 'lea@eclats.test', sujet: 'Bonjour' }])
  await server.stop()
})

test('retries with growing delays for three days, then keeps the message as failed without logging its text', async () => {
  const tries: number[] = []
  const { server, rows, round, enqueue } = await serverWith(() => {
    tries.push(server.clock.now().getTime())
    return Promise.reject(
      Object.assign(new Error('550 <lea@eclats.test> no'), { code: 'EENVELOPE', responseCode: 550 }),
    )
  })
  await enqueue()
  for (let i = 0; i < 4 * 24 * 60; i += 1) {
    await round()
    server.clock.advance(minute)
  }
  const waits = tries.map((at, i) => Math.round((at - (tries[i - 1] ?? at)) / minute))
  expect(waits.slice(0, 7)).toEqual([0, 1, 5, 15, 60, 360, 360])
  expect(tries.length).toBeLessThan(20)
  const [kept] = await rows()
  expect(kept).toMatchObject({ envoyeLe: null, destinataire: 'lea@eclats.test', texte: '', html: '' })
  expect(Date.parse(kept?.abandonneLe ?? '') - Date.parse(kept?.creeLe ?? '')).toBeGreaterThanOrEqual(72 * 60 * minute)
  const line = server.logs.find((text) => text.includes('mail given up'))
  expect(line).toContain('EENVELOPE 550')
  expect(server.logs.join('')).not.toContain('lea@eclats.test')
  await server.stop()
})

test('does not resend at once after a crash during sending', async () => {
  const { server, rows, round, enqueue } = await serverWith(() => Promise.resolve())
  await enqueue()
  const never = { ...server.parts, mailer: { deliver: () => new Promise<void>(() => {}), closeIdle() {}, cut() {} } }
  void deliverMail(never, server.app.log)
  await expect.poll(async () => (await rows())[0]?.essais).toBe(1)
  await round()
  expect(await rows()).toMatchObject([{ envoyeLe: null, essais: 1 }])
  server.clock.advance(5 * minute)
  await round()
  expect((await rows())[0]?.envoyeLe).not.toBeNull()
  await server.stop()
})

test('deletes the links of a sent message, except in the demonstration', async () => {
  const demo = { comptes: [], motDePasse: '' }
  for (const parts of [{}, { demo }]) {
    const { server, rows, round, enqueue } = await serverWith(() => Promise.resolve(), parts)
    await enqueue()
    await round()
    const [row] = await rows()
    expect(row).toMatchObject({ sujet: 'Bonjour', erreur: null })
    expect(row?.texte.includes('Bonjour Léa')).toBe('demo' in parts)
    await server.stop()
  }
})

test('never sends a message of a rolled-back transaction', async () => {
  const { server, rows } = await serverWith(() => Promise.resolve())
  const failing = server.parts.database.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, server.clock, letter)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await rows()).toEqual([])
  await server.stop()
})
