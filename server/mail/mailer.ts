/** A sender. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A mail message of the outbox. */
export interface Courriel {
  readonly id: number
  readonly destinataire: string
  readonly sujet: string
  /** Plain text in French. */
  readonly texte: string
  /** The HTML version; empty when there is none. */
  readonly html: string
  /** URL for one-click unsubscribing (RFC 8058); null: it cannot be declined. */
  readonly desinscription: string | null
  /** Creation time, ISO 8601 UTC. */
  readonly creeLe: string
}

/** Delivers messages, one at a time. */
export interface Mailer {
  /**
   * Delivers one message. @throws MailServerUnreachable when no message can be delivered now; another error when only
   * this message failed
   */
  deliver(courriel: Courriel): Promise<void>
  /** Closes an idle connection. */
  closeIdle(): void
  /** Aborts the current delivery, which then fails. */
  cut(): void
}

/** The mail server does not answer, or refuses the connection or the login. */
export class MailServerUnreachable extends Error {}
