/** A message to one person, as text and as simple HTML with the same words. */
export interface EmailMessage {
  /** A name for the log and the outbox: `verification`. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Passes messages to the system that delivers them. */
export interface Mail {
  /** Resolves when the message has been accepted for delivery. */
  send(message: EmailMessage): Promise<void>
}
