/** Characters that no shell treats specially. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A word as it is typed in a shell. Control characters are written out, so that the command stays on one line. */
function shellWord(word: string): string {
  if (PLAIN.test(word)) return word
  if (process.platform === 'win32') return `"${word.replaceAll('"', '\\"')}"`
  if (!/\p{Cc}/u.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  const escaped = word
    .replace(/[\\']/g, '\\$&')
    .replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `$'${escaped}'`
}

/** A command that can be copied into a shell: `platelight enhance 'my menu'`. */
export const shellWords = (words: readonly string[]): string => words.map(shellWord).join(' ')
