import { domainToASCII } from 'node:url'
import { MailServerUnreachable, type Mailer } from './mailer.ts'
import { mailMessage, type MailOrigin } from './mailMessage.ts'
import type { SmtpServer } from './mailSettings.ts'
import { openSmtpSession, type SmtpLimits, type SmtpSession } from './smtpSession.ts'

const usualLimits: SmtpLimits = { greeting: 10_000, silence: 30_000, step: 60_000 }

/**
 * Delivers through a mail server (product 33). Consecutive messages share one connection.
 * @param limits timeouts in milliseconds
 */
export function smtpMailer(server: SmtpServer, origin: MailOrigin, limits: SmtpLimits = usualLimits): Mailer {
  let session: SmtpSession | null = null
  let cutting = new AbortController()
  const open = () =>
    openSmtpSession(server, limits, cutting.signal).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : 'The mail server cannot be reached.'
      throw new MailServerUnreachable(message, { cause })
    })
  return {
    async deliver(courriel) {
      const message = await mailMessage(courriel, origin)
      session = session?.isOpen() ? session : await open()
      await session.send({ from: inAscii(origin.from.address), to: inAscii(courriel.destinataire) }, message)
    },
    closeIdle() {
      session?.quit()
      session = null
    },
    cut() {
      cutting.abort()
      cutting = new AbortController()
      session = null
    },
  }
}

/** An address with the ASCII form of its domain (RFC 5890): not every mail server supports SMTPUTF8 (RFC 6531). */
function inAscii(address: string): string {
  const [, mailbox = '', domain = ''] = /^(.*@)(.*)$/.exec(address) ?? []
  // Empty for an IP address in brackets.
  const ascii = domainToASCII(domain)
  return ascii === '' ? address : mailbox + ascii
}
