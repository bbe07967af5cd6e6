/** The shapes of credentials, in plain text and percent-encoded. The part before the secret is kept. */
const SHAPES: readonly [RegExp, string][] = [
  [/\b(pl(?:_|%5f)(?:live|test)(?:_|%5f))[a-z0-9]{8,}/gi, '$1[redacted]'],
  [/\b(whsec(?:_|%5f))[\w+/=%-]{8,}/gi, '$1[redacted]'],
  [/\b(anon(?:_|%5f))[a-z0-9]{8,}/gi, '$1[redacted]'],
  // A JSON Web Token: its header begins with {" in base64.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/\b(sig(?:=|%3d))[0-9a-f]{16,}/gi, '$1[redacted]'],
]

/** The text without credentials, for logs. */
export const redact = (text: string): string =>
  SHAPES.reduce((left, [shape, shown]) => left.replace(shape, shown), text)

/** A serialized error without credentials in any of its texts, for logs. */
export const redactError = (error: object): object =>
  Object.fromEntries(
    Object.entries(error).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )
