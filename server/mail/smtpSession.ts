import { isIP } from 'node:net'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from './mailSettings.ts'

/** Timeouts for the mail server, in milliseconds. */
export interface SmtpLimits {
  /** For the connection, and for the server's greeting. */
  readonly greeting: number
  /** Without any received byte. */
  readonly silence: number
  /** For one step as a whole, also while bytes arrive slowly. */
  readonly step: number
}

/** An authenticated connection to the mail server. */
export interface SmtpSession {
  /** False once the connection has ended. */
  isOpen(): boolean
  /** Sends one message; resolves when the server has accepted it. */
  send(envelope: { from: string; to: string }, message: Buffer): Promise<void>
  /** Sends QUIT and closes the connection. */
  quit(): void
}

/**
 * Opens a connection and logs in.
 * @param signal closes the connection, also while it is being opened; the current step fails
 * @throws when the server does not answer in time, refuses the connection or rejects the login
 */
export async function openSmtpSession(
  server: SmtpServer,
  limits: SmtpLimits,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const connection = new SMTPConnection(smtpOptions(server, limits))
  let isOpen = true
  const ended = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('The connection ended.')))
  })
  const cut = () => {
    isOpen = false
    connection.close()
  }
  signal.addEventListener('abort', cut)
  ended.catch(() => {
    isOpen = false
    signal.removeEventListener('abort', cut)
  })
  const step = async (start: (done: (error?: Error | null) => void) => void) => {
    const clock = setTimeout(cut, limits.step)
    try {
      const done = new Promise<void>((resolve, reject) => {
        start((error) => (error ? reject(error) : resolve()))
      })
      await Promise.race([done, ended])
    } finally {
      clearTimeout(clock)
    }
  }
  try {
    await step((done) => connection.connect(done))
    const { auth } = server
    if (auth) await step((done) => connection.login({ credentials: auth }, done))
  } catch (error) {
    cut()
    throw error
  }
  return {
    isOpen: () => isOpen,
    async send(envelope, message) {
      try {
        await step((done) => connection.send(envelope, message, done))
      } catch (error) {
        // RSET clears the refused message's envelope; otherwise the next message would also go to its recipient.
        if (isOpen) await step((done) => connection.reset(done)).catch(cut)
        throw error
      }
    },
    quit() {
      isOpen = false
      connection.quit()
      setTimeout(cut, limits.greeting).unref()
    },
  }
}

/** Never sends a password unencrypted to another machine. Local servers rarely have valid certificates. */
export function smtpOptions({ host, port, secure, auth }: SmtpServer, limits: SmtpLimits): SMTPConnectionOptions {
  const isLocal = isLoopback(host)
  return {
    host,
    port,
    secure,
    requireTLS: !secure && auth !== null && !isLocal,
    ignoreTLS: isLocal,
    connectionTimeout: limits.greeting,
    greetingTimeout: limits.greeting,
    dnsTimeout: limits.greeting,
    socketTimeout: limits.silence,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
