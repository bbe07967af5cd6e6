/**
 * The URL that a text is, or undefined when it is none.
 *
 * Not `URL.canParse`: in Node 20 and 22 it calls URLs with letters beyond ASCII invalid once it was called some thousand
 * times (nodejs/node#58023).
 *
 * @example parseUrl('http://localhost:3000')?.port // '3000'
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
