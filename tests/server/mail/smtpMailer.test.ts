import { expect, onTestFinished, test } from 'vitest'
import { runMail } from '#server/jobs.ts'
import { enqueueMail } from '#server/mail/mail.usecases.ts'
import type { SmtpServer } from '#server/mail/mailSettings.ts'
import { smtpOptions } from '#server/mail/smtpSession.ts'
import { smtpMailer } from '#server/mail/smtpMailer.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'
import { rudePeer } from '#tests/support/rudePeer.ts'
import { startSmtpPeer } from '#tests/support/smtpPeer.ts'

const origin = { from: { name: 'Éclats', address: 'ne-pas-repondre@eclats.test' }, publicUrl: 'http://eclats.test' }
const limits = { greeting: 300, silence: 300, step: 1000 }
/** For servers that answer, on a busy machine too. */
const longTimeouts = { greeting: 60_000, silence: 60_000, step: 60_000 }
const minute = 60_000

async function outboxBefore(smtp: SmtpServer, some = longTimeouts) {
  const mailer = smtpMailer(smtp, origin, some)
  onTestFinished(() => mailer.cut())
  const server = await startTestServer({ parts: { mailer } })
  onTestFinished(() => server.stop())
  const { database } = server.parts
  return {
    server,
    round: () => runMail(server.parts, server.app.log),
    rows: () => database.selectFrom('courriel').selectAll().orderBy('id').execute(),
    write: async (...names: string[]) => {
      for (const name of names) {
        const lettre = { sujet: `Pour ${name}`, prenom: name, paragraphes: ['Un mot'] }
        await enqueueMail(database, server.clock, { destinataire: `${name}@eclats.test`, utilisateurId: null, lettre })
      }
    },
  }
}

test('sends several messages over one connection, each to its recipient', async () => {
  const peer = await startSmtpPeer()
  const { round, write, rows } = await outboxBefore(peer.server)
  await write('lea', 'karim', 'ines')
  await round()
  expect(peer.received.map(({ to, mail }) => [...to, mail.subject])).toEqual([
    ['lea@eclats.test', 'Pour lea'],
    ['karim@eclats.test', 'Pour karim'],
    ['ines@eclats.test', 'Pour ines'],
  ])
  expect(peer.connections()).toBe(1)
  expect((await rows()).every((row) => row.envoyeLe !== null)).toBe(true)
  await round()
  expect(peer.received).toHaveLength(3)
})

test('needs no SMTPUTF8 for a domain with accents', async () => {
  const peer = await startSmtpPeer({
    onMailFrom({ args }, _session, done) {
      done(args && 'SMTPUTF8' in args ? new Error('SMTPUTF8 was asked for') : null)
    },
  })
  const from = { name: 'Éclats', address: 'photos@fêtes.test' }
  const mailer = smtpMailer(peer.server, { ...origin, from }, longTimeouts)
  onTestFinished(() => mailer.cut())
  const courriel = { id: 1, sujet: 'Bonjour', texte: 'Un mot', html: '', desinscription: null, creeLe: '2026-06-20' }
  for (const destinataire of ['zoe@société.test', 'lea@[127.0.0.1]', 'karim@eclats.test'])
    await mailer.deliver({ ...courriel, destinataire })
  // The peer decodes the domain.
  expect(peer.received.map(({ to }) => to)).toEqual([['zoe@société.test'], ['lea@[127.0.0.1]'], ['karim@eclats.test']])
})

test('loses nothing while a server is down and sends everything once afterwards', async () => {
  const gone = await startSmtpPeer()
  await gone.stop()
  const { server, round, write, rows } = await outboxBefore(gone.server)
  await write('lea', 'karim')
  await round()
  // The second message is not tried while the server does not answer.
  expect((await rows()).map((row) => row.essais)).toEqual([1, 0])
  for (let i = 0; i < 200; i += 1) {
    await round()
    server.clock.advance(minute)
  }
  const back = await startSmtpPeer({ port: gone.server.port })
  server.clock.advance(15 * minute)
  await round()
  expect(back.received.map(({ to }) => to[0])).toEqual(['lea@eclats.test', 'karim@eclats.test'])
  await round()
  expect(back.received).toHaveLength(2)
})

test('times out when a server hangs before its greeting, without delaying requests', async () => {
  // Long enough for the requests on a busy machine.
  const hanging = { ...longTimeouts, greeting: 10_000 }
  const { server, round, write, rows } = await outboxBefore(await rudePeer(() => {}), hanging)
  await write('lea', 'karim')
  const running = round()
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('GET', '/health')))
  expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
  expect((await rows()).every((row) => row.envoyeLe === null && row.erreur === null)).toBe(true)
  await running
  expect(await rows()).toMatchObject([{ essais: 1, envoyeLe: null }, { essais: 0 }])
})

test('disconnects from a server that sends endless data slowly', async () => {
  const peer = await rudePeer((socket) => {
    const timer = setInterval(() => socket.write('220-un instant\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const { round, write, rows } = await outboxBefore(peer, { ...longTimeouts, step: 400 })
  await write('lea')
  await round()
  expect(await rows()).toMatchObject([{ essais: 1, envoyeLe: null }])
})

test('sends the other messages when one address is refused; does not retry a nonexistent address', async () => {
  const peer = await startSmtpPeer({
    onRcptTo({ address }, _session, done) {
      const refusals: Record<string, string> = {
        'ex@eclats.test': '5.1.1 No such user',
        'plein@eclats.test': '5.2.2 Full',
      }
      const refusal = refusals[address]
      done(refusal === undefined ? null : Object.assign(new Error(refusal), { responseCode: 550 }))
    },
  })
  const { server, round, write, rows } = await outboxBefore(peer.server)
  await write('lea', 'ex', 'plein', 'karim')
  await round()
  expect(peer.received.map(({ to }) => to)).toEqual([['lea@eclats.test'], ['karim@eclats.test']])
  expect(peer.connections()).toBe(1)
  const [, ex, plein] = await rows()
  expect(ex).toMatchObject({ envoyeLe: null, essais: 1 })
  expect(ex?.abandonneLe).not.toBeNull()
  expect(plein).toMatchObject({ envoyeLe: null, abandonneLe: null })
  expect(server.logs.join('')).not.toContain('ex@eclats.test')
  server.clock.advance(60 * minute)
  await round()
  expect((await rows()).map((row) => row.essais)).toEqual([1, 1, 2, 1])
})

test('loses and duplicates nothing when a connection drops during a message', async () => {
  let drops = 1
  const peer = await startSmtpPeer({
    onMailFrom(_address, _session, done) {
      done()
    },
    onRcptTo({ address }, session, done) {
      if (address === 'karim@eclats.test' && drops > 0) {
        drops -= 1
        peer.drop(session.id)
        return
      }
      done()
    },
  })
  const { server, round, write } = await outboxBefore(peer.server)
  await write('lea', 'karim', 'ines')
  await round()
  expect(peer.received.map(({ to }) => to[0])).toEqual(['lea@eclats.test', 'ines@eclats.test'])
  expect(peer.connections()).toBe(2)
  server.clock.advance(minute)
  await round()
  expect(peer.received.map(({ to }) => to[0])).toEqual(['lea@eclats.test', 'ines@eclats.test', 'karim@eclats.test'])
})

// Unavoidable in SMTP: the server has the message and its "250" is lost. It is sent again with the same Message-ID.
test('sends a message again with the same id when its acceptance was lost', async () => {
  let isFirst = true
  const peer = await startSmtpPeer({
    beforeAccept: (session) => {
      if (isFirst) peer.drop(session)
      isFirst = false
    },
  })
  const { server, round, write, rows } = await outboxBefore(peer.server)
  await write('lea')
  await round()
  expect(await rows()).toMatchObject([{ envoyeLe: null, essais: 1 }])
  server.clock.advance(minute)
  await round()
  const names = peer.received.map(({ mail }) => mail.messageId)
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(1)
  expect((await rows())[0]?.envoyeLe).not.toBeNull()
})

test('authenticates with name and password, and treats a wrong one like no server', async () => {
  const peer = await startSmtpPeer({
    authOptional: false,
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'eclats' && password === 'p@ss') done(null, { user: username })
      else done(new Error('unknown'))
    },
  })
  const good = await outboxBefore({ ...peer.server, auth: { user: 'eclats', pass: 'p@ss' } })
  await good.write('lea')
  await good.round()
  expect(peer.received).toHaveLength(1)
  const bad = await outboxBefore({ ...peer.server, auth: { user: 'eclats', pass: 'devine' } })
  await bad.write('lea', 'karim')
  await bad.round()
  expect((await bad.rows()).map((row) => row.essais)).toEqual([1, 0])
  expect(JSON.stringify(await bad.rows())).not.toContain('devine')
})

test('sends a password only over an encrypted connection', () => {
  const auth = { user: 'eclats', pass: 'p@ss' }
  const plain = { host: 'mail.example', port: 587, secure: false, auth }
  expect(smtpOptions(plain, limits)).toMatchObject({ requireTLS: true, ignoreTLS: false })
  expect(smtpOptions({ ...plain, host: '127.0.0.1.mail.example' }, limits).requireTLS).toBe(true)
  expect(smtpOptions({ ...plain, secure: true }, limits)).toMatchObject({ secure: true, ignoreTLS: false })
  expect(smtpOptions({ ...plain, auth: null }, limits)).toMatchObject({ requireTLS: false, ignoreTLS: false })
  expect(smtpOptions({ ...plain, host: '127.0.0.1' }, limits)).toMatchObject({ requireTLS: false, ignoreTLS: true })
})
