import { expect, test } from 'vitest'
import { deliverMail, enqueueMail } from '#server/mail/mail.usecases.ts'
import type { Courriel } from '#server/mail/mailer.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

const letter = { destinataire: 'lea@eclats.test', sujet: 'Bonjour', texte: 'Un mot' }

test('a message whose delivery fails stays, and leaves on a later round, once', async () => {
  const sent: Courriel[] = []
  let isDown = true
  const mailer = {
    deliver(courriel: Courriel) {
      if (isDown) return Promise.reject(new Error('server down'))
      sent.push(courriel)
      return Promise.resolve()
    },
  }
  const server = await startTestServer({ parts: { mailer } })
  const { database, clock } = server.parts
  await enqueueMail(database, clock, letter)
  await deliverMail(server.parts)
  const waiting = await database.selectFrom('courriel').selectAll().executeTakeFirstOrThrow()
  expect(waiting).toMatchObject({ envoyeLe: null, essais: 1, erreur: 'Error: server down' })
  isDown = false
  await Promise.all([deliverMail(server.parts), deliverMail(server.parts)])
  await deliverMail(server.parts)
  expect(sent).toMatchObject([letter])
  await server.stop()
})

test('after eight failures a message is left alone', async () => {
  let tries = 0
  const mailer = {
    deliver() {
      tries += 1
      return Promise.reject(new Error('refused'))
    },
  }
  const server = await startTestServer({ parts: { mailer } })
  await enqueueMail(server.parts.database, server.parts.clock, letter)
  for (let round = 0; round < 10; round += 1) await deliverMail(server.parts)
  expect(tries).toBe(8)
  await server.stop()
})

test('a message of a deed that failed is never sent', async () => {
  const server = await startTestServer()
  const { database, clock } = server.parts
  const failing = database.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, clock, letter)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await database.selectFrom('courriel').selectAll().execute()).toEqual([])
  await server.stop()
})
