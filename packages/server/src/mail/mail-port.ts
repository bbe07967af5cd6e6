/** A message to one person, in words and in simple HTML that say the same. */
export interface EmailMessage {
  /** What it is about, in a word of the program's: `verification`. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The way out for mail. */
export interface Mail {
  /** Resolves when the message is safe with whoever delivers it. */
  send(message: EmailMessage): Promise<void>
}
