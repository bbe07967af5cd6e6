import { run as spellCheck } from '@zootools/email-spell-checker'

/**
 * Common mailbox hosts, most likely first. Names of two or three letters are left out, because many company names are
 * close to them.
 */
const HOSTS = [
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com', 'googlemail.com', 'protonmail.com'],
  ...[
    'hotmail.co.uk',
    'hotmail.fr',
    'hotmail.de',
    'hotmail.it',
    'hotmail.es',
    'outlook.fr',
    'outlook.de',
    'outlook.es',
  ],
  ...['yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.it', 'yahoo.es', 'yahoo.co.jp', 'yahoo.co.in', 'ymail.com'],
  ...['btinternet.com', 'comcast.net', 'sbcglobal.net', 'verizon.net', 'bellsouth.net', 'earthlink.net', 'rogers.com'],
  ...['libero.it', 'wanadoo.fr', 'orange.fr', 'laposte.net', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org'],
  ...['fastmail.com', 'fastmail.fm', 'tutanota.com', 'proton.me', 'yandex.com', 'yandex.ru', 'naver.com', 'mail.com'],
]
const SAME_SPELLING = 0.1

/**
 * A likely correction of the domain, or null.
 *
 * @param address An address as `readAddress` gives it.
 * @example suggestAddress('mara@gmial.com') // 'mara@gmail.com'
 */
export function suggestEmail(address: string): string | null {
  const at = address.lastIndexOf('@')
  const found = spellCheck({
    // The spell checker needs only the domain, and cannot parse every local part.
    email: `somebody${address.slice(at)}`,
    domains: HOSTS,
    domainThreshold: 2,
    // Guessing at top-level domains alone would turn restaurant.menu into restaurant.me.
    secondLevelThreshold: SAME_SPELLING,
    topLevelThreshold: SAME_SPELLING,
  })
  return found ? `${address.slice(0, at)}@${found.domain}` : null
}
