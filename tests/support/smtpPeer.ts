import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { SmtpServer } from '#server/mail/mailSettings.ts'

export interface Received {
  readonly to: readonly string[]
  readonly mail: Email
  readonly session: string
}

export interface SmtpPeer {
  readonly server: SmtpServer
  readonly received: Received[]
  connections(): number
  /** Closes a connection without an answer. */
  drop(session: string): void
  stop(): Promise<void>
}

interface PeerOptions extends SMTPServerOptions {
  port?: number
  /** Called with the connection when the whole message was received, before it is acknowledged. */
  beforeAccept?: (session: string) => void
}

/** A real SMTP server on its own port, stopped with the test. `port` restarts one at the same port. */
export async function startSmtpPeer(options: PeerOptions = {}): Promise<SmtpPeer> {
  const received: Received[] = []
  let connections = 0
  const { port = 0, beforeAccept, ...rest } = options
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 200,
    logger: false,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      const mail = await PostalMime.parse(await buffer(stream))
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail, session: session.id })
      beforeAccept?.(session.id)
    }),
    ...rest,
  })
  // Client disconnects must not become unhandled errors.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    return stopped
  }
  onTestFinished(stop)
  const address = listening.address() as AddressInfo
  return {
    server: { host: '127.0.0.1', port: address.port, secure: false, auth: null },
    received,
    connections: () => connections,
    drop(session) {
      for (const connection of server.connections) if (connection.id === session) connection._socket.destroy()
    },
    stop,
  }
}
