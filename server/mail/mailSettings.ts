import * as v from 'valibot'
import type { Mailbox } from './mailer.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (smtps). */
  readonly secure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | null
}

/** How mail is sent; without a server it stays in the outbox folder. */
export interface MailSettings {
  readonly smtp: SmtpServer | null
  readonly from: Mailbox
}

/** Sender without a mail server: an address in a reserved domain. */
const defaultFrom: Mailbox = { name: 'Éclats', address: 'ne-pas-repondre@eclats.invalid' }
const submissionPorts = { 'smtp:': 587, 'smtps:': 465 } as const

/** SMTP_URL: smtp(s)://[user:password@]host[:port], the password percent-encoded. */
export const smtpUrlSchema = v.pipe(
  v.string(),
  v.transform(smtpServerOf),
  v.custom<SmtpServer>((server) => server !== null),
)

/** MAIL_FROM: an address, or a name followed by <address>. */
export const mailFromSchema = v.pipe(
  v.string(),
  v.transform(mailboxOf),
  v.custom<Mailbox>((mailbox) => mailbox !== null),
)

/** No server: messages are kept in the outbox folder. */
export const outboxOnly: MailSettings = { smtp: null, from: defaultFrom }

function smtpServerOf(text: string): SmtpServer | null {
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null
  if (url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash) return null
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === null || pass === null || (user === '') !== (pass === '')) return null
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || submissionPorts[url.protocol]),
    secure: url.protocol === 'smtps:',
    auth: user === '' ? null : { user, pass },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function mailboxOf(text: string): Mailbox | null {
  const named = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+)(>?)\s*$/.exec(text)
  if (!named || (named[1] === undefined) !== (named[3] === '')) return null
  return { name: named[1]?.trim() || defaultFrom.name, address: named[2] ?? '' }
}
