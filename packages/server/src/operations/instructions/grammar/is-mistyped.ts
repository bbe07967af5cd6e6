/** Fewer letters make too many words alike. */
const SHORTEST_TYPO = 5
/** In words of fewer letters, another letter is usually another word: butter is not better. */
const SHORTEST_CHANGED = 7

/** Whether a word is another one with one typing error: two letters swapped, or one left out, too much or wrong. */
export function isMistyped(word: string, meant: string): boolean {
  const [shorter, longer] = word.length < meant.length ? [word, meant] : [meant, word]
  if (shorter === longer || longer.length > shorter.length + 1 || shorter.length < SHORTEST_TYPO - 1) return false
  let at = 0
  while (at < shorter.length && shorter[at] === longer[at]) at++
  if (longer.length > shorter.length) {
    // The last letter makes another form or another word: “dorer” is not “doré”, and a line is not linen.
    const isEnd = at === shorter.length && longer.at(-1) !== longer.at(-2)
    const isForm = isEnd && (word === longer || word.length < SHORTEST_TYPO)
    return !isForm && at > 0 && longer.length >= SHORTEST_TYPO && shorter.slice(at) === longer.slice(at + 1)
  }
  const isSwapped = word[at] === meant[at + 1] && word[at + 1] === meant[at]
  if (isSwapped && word.slice(at + 2) === meant.slice(at + 2)) return true
  return at > 0 && word.length >= SHORTEST_CHANGED && word.slice(at + 1) === meant.slice(at + 1)
}
