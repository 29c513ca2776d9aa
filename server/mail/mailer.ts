/** A name and an address. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A message as it lies in the outbox. */
export interface Courriel {
  readonly id: number
  readonly destinataire: string
  readonly sujet: string
  /** Plain text in French. */
  readonly texte: string
  /** The same as a page; empty when there is none. */
  readonly html: string
  /** Where one click ends messages of this kind (RFC 8058); null: it cannot be declined. */
  readonly desinscription: string | null
  /** When it was written, ISO 8601 UTC. */
  readonly creeLe: string
}

/** Delivers messages, one at a time. The row in the outbox stays until it is delivered. */
export interface Mailer {
  /**
   * Delivers one message or throws: MailServerUnreachable when no message would get through now, anything else when it
   * is this message that did not.
   */
  deliver(courriel: Courriel): Promise<void>
  /** Nothing more waits: gives an open connection back. */
  rest(): void
  /** Cuts what is under way; it then fails. */
  cut(): void
}

/** The mail server does not answer, or refuses us before it has heard of any message. */
export class MailServerUnreachable extends Error {}
