/** Credentials by their shape, in plain text and percent-encoded. What comes before the secret part stays. */
const SHAPES: readonly [RegExp, string][] = [
  [/\b(pl(?:_|%5f)(?:live|test)(?:_|%5f))[a-z0-9]{8,}/gi, '$1[redacted]'],
  [/\b(whsec(?:_|%5f))[\w+/=%-]{8,}/gi, '$1[redacted]'],
  // A JSON Web Token: its header begins with {" in base64.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/\b(sig(?:=|%3d))[0-9a-f]{16,}/gi, '$1[redacted]'],
]

/** A text as it may stand in a log, wherever in it a credential is. */
export const redact = (text: string): string =>
  SHAPES.reduce((left, [shape, shown]) => left.replace(shape, shown), text)

/** The texts of a serialized error, its stack and causes among them, as they may stand in a log. */
export const redactError = (error: object): object =>
  Object.fromEntries(
    Object.entries(error).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )
