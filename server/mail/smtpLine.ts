import { isIP } from 'node:net'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from './mailSettings.ts'

/** Milliseconds that the mail server may take. */
export interface SmtpLimits {
  /** Until the connection stands, and then until it greets. */
  readonly greeting: number
  /** Of silence. */
  readonly silence: number
  /** For one step as a whole, also when bytes keep dripping. */
  readonly step: number
}

/** An open connection to the mail server, signed in. */
export interface SmtpLine {
  /** False once the connection has ended, whoever ended it. */
  isOpen(): boolean
  /** Hands one message over; settles when the server has taken it. */
  send(envelope: { from: string; to: string }, message: Buffer): Promise<void>
  /** Says goodbye. */
  quit(): void
}

/**
 * @param signal cuts the connection, also while it is being opened; what is under way on it fails
 * @throws when the server does not answer in time, refuses, or knows us not
 */
export async function openSmtpLine(server: SmtpServer, limits: SmtpLimits, signal: AbortSignal): Promise<SmtpLine> {
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
        // A refused message leaves its beginning behind; without a clean slate the next one would go to its recipient.
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

/** A password leaves the machine encrypted or not at all; on the machine itself certificates are seldom real. */
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
