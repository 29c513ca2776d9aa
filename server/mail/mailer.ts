/** A message as a person gets it. */
export interface Courriel {
  readonly destinataire: string
  readonly sujet: string
  /** Plain text in French. */
  readonly texte: string
}

/** Delivers one message or throws; the row in the outbox stays until it has. */
export interface Mailer {
  deliver(courriel: Courriel): Promise<void>
}
