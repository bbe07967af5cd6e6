/** A message to one person, as text and as HTML with the same words. */
export interface EmailMessage {
  /** The same for every attempt to send it. The Message-ID is made of it, so that a repetition can be recognised. */
  readonly id: string
  /** A name for the log and the outbox: `verification`. */
  readonly kind: string
  readonly to: string
  readonly date: Date
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address to which a reply goes, if it is not the sender. */
  readonly replyTo?: string | undefined
  /** For marketing: the address that ends it with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

/**
 * What became of an attempt. An address or a message is refused for good. After `failed`, another attempt may succeed.
 * `reason` does not contain the address.
 */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'address_refused' | 'message_refused' | 'failed'; readonly reason: string }

/** Passes messages to the system that delivers them. */
export interface Mail {
  /** Resolves with what became of it. Rejects only when the signal ends the attempt, or when the adapter itself is broken. */
  send(message: EmailMessage, signal: AbortSignal): Promise<SendResult>
  /** Rejects with the reason when no message can be handed over. */
  check(): Promise<void>
  /** Deletes copies of these messages that the adapter keeps. */
  remove(messageIds: readonly string[]): Promise<void>
  /** Deletes copies that were written before a time, also of messages that nobody remembers. */
  expire(before: Date): Promise<void>
}
