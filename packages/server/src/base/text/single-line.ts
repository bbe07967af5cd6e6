import { InvalidRequest } from '../service-error.ts'

/**
 * A name for lists, e-mails and terminals, without blanks around it.
 *
 * @param field The field of the body that holds the name.
 * @throws InvalidRequest (422) when it has a line break or another control character, which could control a terminal.
 */
export function singleLine(field: string, text: string): string {
  const line = text.trim()
  if (!/\p{Cc}/u.test(line)) return line
  const msg = 'contains a line break or another control character; remove it'
  throw new InvalidRequest([{ loc: ['body', field], msg, type: 'control_character' }])
}
