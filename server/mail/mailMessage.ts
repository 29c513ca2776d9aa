import MailComposer from 'nodemailer/lib/mail-composer'
import type { Courriel, Mailbox } from './mailer.ts'

/** Who our messages come from. */
export interface MailOrigin {
  readonly from: Mailbox
  /** Origin of our links; its host names our messages. */
  readonly publicUrl: string
}

/**
 * The bytes of a message (RFC 5322), the only way one is built. Its name and date are those of its row: a message that
 * has to be sent twice is the same message for whoever keeps one of each name.
 */
export function mailMessage(courriel: Courriel, { from, publicUrl }: MailOrigin): Promise<Buffer> {
  const { id, destinataire, sujet, texte, html, desinscription, creeLe } = courriel
  const written = new Date(creeLe)
  const oneClick = desinscription !== null && {
    'List-Unsubscribe': `<${desinscription}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return new MailComposer({
    from,
    // As a pair: a comma in an address must not make two of it.
    to: { name: '', address: destinataire },
    subject: sujet,
    text: texte,
    ...(html !== '' && { html }),
    date: written,
    messageId: `<courriel-${id}-${written.getTime()}@${new URL(publicUrl).hostname}>`,
    // Nobody's holiday message answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...oneClick },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
