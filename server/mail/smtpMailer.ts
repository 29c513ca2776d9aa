import { MailServerUnreachable, type Mailer } from './mailer.ts'
import { mailMessage, type MailOrigin } from './mailMessage.ts'
import type { SmtpServer } from './mailSettings.ts'
import { openSmtpLine, type SmtpLimits, type SmtpLine } from './smtpLine.ts'

const usualLimits: SmtpLimits = { greeting: 10_000, silence: 30_000, step: 60_000 }

/**
 * Delivers through a mail server (product 33). Consecutive messages share one connection.
 * @param limits timeouts in milliseconds
 */
export function smtpMailer(server: SmtpServer, origin: MailOrigin, limits: SmtpLimits = usualLimits): Mailer {
  let line: SmtpLine | null = null
  let cutting = new AbortController()
  const open = () =>
    openSmtpLine(server, limits, cutting.signal).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : 'The mail server cannot be reached.'
      throw new MailServerUnreachable(message, { cause })
    })
  return {
    async deliver(courriel) {
      const message = await mailMessage(courriel, origin)
      line = line?.isOpen() ? line : await open()
      await line.send({ from: origin.from.address, to: courriel.destinataire }, message)
    },
    rest() {
      line?.quit()
      line = null
    },
    cut() {
      cutting.abort()
      cutting = new AbortController()
      line = null
    },
  }
}
