/** What is an address and not a word: it is never printed, and never sent to a model. */
const ADDRESSES = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\bdata:[a-z]+\/)\S+/giu

/** Whether a word is an e-mail address. A pattern would try each at-sign with each full stop, which never ends. */
function isMailAddress(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1
}
/** Control characters, characters that turn the direction of a text, and pictographs. */
const UNPRINTED =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\ufe0f]/gu
const HAS_WORDS = /[\p{L}\p{N}]/u

/**
 * A typed text as plain words on lines: without addresses, pictographs and control characters.
 *
 * @example cleanText('Ramen 🍜 https://example.com/a.jpg\tnew') // 'Ramen new'
 */
export const cleanText = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(ADDRESSES, ' ')
    .replace(/\S+/gu, (word) => (isMailAddress(word) ? ' ' : word))
    // Digits and signs such as # and * count as pictographs, because they begin some.
    .replace(UNPRINTED, (found) => (found === '\n' ? found : /[\d#*©®™]/.test(found) ? found : ' '))
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Whether anything is left to write about. */
export const hasWords = (cleaned: string): boolean => HAS_WORDS.test(cleaned)

/** Whether a text names an address or an e-mail address. */
export const hasAddress = (text: string): boolean =>
  text.search(ADDRESSES) >= 0 || text.split(/\s+/).some(isMailAddress)

/** A text on one line. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The beginning of a text, up to the last whole word that fits. A sentence mark that would hang there goes too.
 *
 * @param max characters
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max + 1)
  const space = head.lastIndexOf(' ')
  // A text without spaces is cut between whole characters.
  const kept = space > max / 3 ? head.slice(0, space) : [...text.slice(0, max)].slice(0, -1).join('')
  return kept.replace(/[\s,;:،؛(–—-]+$/u, '')
}

/** A text whose first letter is a capital. */
export const capitalised = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}
