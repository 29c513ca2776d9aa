import MailComposer from 'nodemailer/lib/mail-composer'
import type { Courriel, Mailbox } from './mailer.ts'

export interface MailOrigin {
  readonly from: Mailbox
  /** Origin of our links; its host is part of the Message-ID. */
  readonly publicUrl: string
}

/**
 * Builds the bytes of a message (RFC 5322). Message-ID and date come from its row, so that a message sent twice can be
 * deduplicated.
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
    // As an object: a comma in an address must not create a second recipient.
    to: { name: '', address: destinataire },
    subject: sujet,
    text: texte,
    ...(html !== '' && { html }),
    date: written,
    messageId: `<courriel-${id}-${written.getTime()}@${new URL(publicUrl).hostname}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...oneClick },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
