import { InvalidRequest } from './service-error.ts'

/**
 * A name that somebody gave, as it is kept and shown in lists, mails and terminals: without blanks around it.
 *
 * @param field Its name in the body of the request.
 * @throws InvalidRequest (422) when it is more than one line or could steer a terminal.
 */
export function singleLine(field: string, text: string): string {
  const line = text.trim()
  if (!/\p{Cc}/u.test(line)) return line
  const msg = 'has a line break or another control character in it; leave it out'
  throw new InvalidRequest([{ loc: ['body', field], msg, type: 'control_character' }])
}
