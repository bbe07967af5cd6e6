import { domainToASCII } from 'node:url'
import { InvalidRequest } from '../base/service-error.ts'

/** The flaws that the spelling of an address can have, in the order of the checks. */
export type EmailFlaw = 'empty' | 'no_at_sign' | 'too_long' | 'bad_local_part' | 'bad_domain'

const LONGEST = 254
const LONGEST_LOCAL = 64

const WORD = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const LOCAL = new RegExp(`^${WORD}(\\.${WORD})*$`, 'u')
/** Characters that a URL parser would drop, decode or take for the end of a host. */
const NOT_IN_A_DOMAIN = /[\s\p{Cc}\p{Cf}/\\:?#@%[\]]/u
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Brings an address into the form in which it is stored and compared, byte for byte: trimmed, the letters A to Z in lower case,
 * the domain in ASCII. So `mara@MÜLLER.example` and `mara@xn--mller-kva.example` are one account. The part after a plus sign is
 * kept, because it makes a different address.
 *
 * A character that only becomes ASCII when it is normalized, such as the Kelvin sign, is refused on both sides of the @.
 * Otherwise whoever owns a look-alike at some provider would own the account of the address that it becomes. Of other
 * letters than A to Z the case is kept: mail hosts decide for themselves whether `Ö` and `ö` are one mailbox.
 *
 * @returns The address and null, or the trimmed text and its flaw.
 * @example readAddress(' Mara@Trattoria.example ') // { address: 'mara@trattoria.example', flaw: null }
 */
export function parseEmail(text: string): { address: string; flaw: EmailFlaw | null } {
  const trimmed = lowerCase(text.trim())
  const at = trimmed.lastIndexOf('@')
  if (trimmed === '') return { address: trimmed, flaw: 'empty' }
  if (at < 0) return { address: trimmed, flaw: 'no_at_sign' }

  const local = trimmed.slice(0, at).normalize('NFC')
  const domain = asciiDomain(trimmed.slice(at + 1))
  const address = domain === undefined ? trimmed : `${local}@${domain}`
  if (Buffer.byteLength(address) > LONGEST) return { address: trimmed, flaw: 'too_long' }
  if (!LOCAL.test(local) || hasLookAlike(trimmed.slice(0, at)) || Buffer.byteLength(local) > LONGEST_LOCAL)
    return { address: trimmed, flaw: 'bad_local_part' }
  return { address, flaw: domain === undefined ? 'bad_domain' : null }
}

const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const isAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

/** Whether a character that is not ASCII has ASCII in its compatible form, or in lower case. */
const hasLookAlike = (text: string): boolean =>
  [...text].some((char) => !isAscii(char) && /[\x21-\x7e]/.test(char.normalize('NFKC').toLowerCase()))

/** Whether names of hosts take a character for ASCII, or drop it, instead of encoding it. */
const becomesAsciiInDomain = (char: string): boolean => !isAscii(char) && !/^(xn--|$)/.test(domainToASCII(`a${char}a`))

/**
 * The domain in ASCII; undefined when it cannot be a mail host. A mail host has a dot and does not end in a number alone.
 */
function asciiDomain(text: string): string | undefined {
  if (NOT_IN_A_DOMAIN.test(text) || [...text].some(becomesAsciiInDomain)) return undefined
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const named = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return named ? domain : undefined
}

/**
 * An address for a reply to a link. Links get forwarded, so the reply does not show the whole address.
 *
 * @example shortenedEmail('mara@trattoria.example') // 'm***@trattoria.example'
 */
export function shortenedEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0] ?? ''}***${address.slice(at)}`
}

const MESSAGES: Readonly<Record<EmailFlaw, string>> = {
  empty: 'is empty; give an e-mail address',
  no_at_sign: 'has no @; give an address such as name@example.com',
  too_long: `is longer than the ${LONGEST} bytes that an e-mail address may have`,
  bad_local_part: 'is not an e-mail address: the part before the @ is not valid',
  bad_domain: 'is not an e-mail address: the part after the @ is not a domain such as example.com',
}

/**
 * The address in the field `email` of a request, in the form in which it is stored.
 *
 * @throws InvalidRequest (422) with the flaw of the address.
 */
export function requireEmail(text: string): string {
  const { address, flaw } = parseEmail(text)
  if (flaw !== null) throw new InvalidRequest([{ loc: ['body', 'email'], msg: MESSAGES[flaw], type: `email_${flaw}` }])
  return address
}
