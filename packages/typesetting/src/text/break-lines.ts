import LineBreaker from 'linebreak'

/** Scripts that write words without spaces, whose words a dictionary knows. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORDS = new Intl.Segmenter('th', { granularity: 'word' })
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

interface Opportunity {
  /** The next line begins there. */
  readonly at: number
  readonly required: boolean
}

/** Where lines may end, by the rules of Unicode. An amount is not separated from its currency. */
export function breakOpportunities(text: string): Opportunity[] {
  const found = new Map<number, Opportunity>()
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    found.set(next.position, { at: next.position, required: next.required === true })
  }
  if (WITHOUT_SPACES.test(text)) {
    for (const { index } of WORDS.segment(text)) {
      const isBetweenWords = WITHOUT_SPACES.test(text[index - 1] ?? '') && WITHOUT_SPACES.test(text[index] ?? '')
      if (isBetweenWords && !/^[\p{M}ๆฯ]/u.test(text.slice(index))) found.set(index, { at: index, required: false })
    }
  }
  const whole = new Set([...CHARACTERS.segment(text)].map(({ index }) => index)).add(text.length)
  return [...found.values()]
    .filter(({ at, required }) => required || (whole.has(at) && !isWithinAmount(text, at)))
    .sort((a, b) => a.at - b.at)
}

const isWithinAmount = (text: string, at: number): boolean => {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
  return (/\p{Nd}$/u.test(before) && /^\p{Sc}/u.test(after)) || (/\p{Sc}$/u.test(before) && /^\p{Nd}/u.test(after))
}

/**
 * Sets a text in as few lines as its width allows, all about as long.
 *
 * @param measure the width of a line
 * @returns undefined when a word is wider than a line
 */
export function breakLines(text: string, width: number, measure: (line: string) => number): string[] | undefined {
  const all = breakOpportunities(text)
  const whole = betweenWords(text, all)
  const isWhole = fill(text, whole, width, measure) !== undefined
  const possible = isWhole ? whole : all
  const fewest = fill(text, possible, width, measure)
  if (!fewest || fewest.length === 1 || fewest.length > MOST_BALANCED) return fewest
  const isAsShort = (some: readonly Opportunity[]) => fill(text, some, width, measure)?.length === fewest.length
  const better = [FEW_LETTERS, 2].map((most) =>
    possible.filter(({ at, required }) => required || at === text.length || !endsLoosely(text.slice(0, at), most)),
  )
  const opportunities = better.find(isAsShort) ?? possible
  // The narrowest width with as many lines leaves no word alone on the last one.
  let [low, high, best] = [width / fewest.length / 2, width, fill(text, opportunities, width, measure) ?? fewest]
  for (let round = 0; round < BALANCING; round++) {
    const tried = (low + high) / 2
    const lines = fill(text, opportunities, tried, measure)
    if (lines && lines.length === fewest.length) [high, best] = [tried, lines]
    else low = tried
  }
  return best
}

/** Whether a line ends in a word that belongs to the next one: a number, a sign, or one of so few letters as articles and prepositions have. */
export function endsLoosely(line: string, letters = FEW_LETTERS): boolean {
  const last = /(?:^|\s)(\S+)\s*$/u.exec(line)?.[1] ?? ''
  return /^(?:[\p{Nd}.,:]*\p{Nd}|[&+–—-])$/u.test(last) || (ALPHABETIC.test(last) && last.length <= letters)
}

const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u
const FEW_LETTERS = 4

/** Chinese and Japanese may break within words, which reads worse than between them. */
function betweenWords(text: string, opportunities: readonly Opportunity[]): readonly Opportunity[] {
  if (!HAN_OR_KANA.test(text)) return opportunities
  const starts = new Set([...JAPANESE_WORDS.segment(text)].map(({ index }) => index)).add(text.length)
  return opportunities.filter(({ at, required }) => required || starts.has(at))
}

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const JAPANESE_WORDS = new Intl.Segmenter('ja', { granularity: 'word' })

const BALANCING = 7
/** Nobody sees the last of many lines. */
const MOST_BALANCED = 6

function fill(
  text: string,
  opportunities: readonly Opportunity[],
  width: number,
  measure: (line: string) => number,
): string[] | undefined {
  const lines: string[] = []
  let [from, to] = [0, 0]
  const lineTo = (end: number) => text.slice(from, end).trim()
  for (const { at, required } of opportunities) {
    if (measure(lineTo(at)) > width) {
      if (to === from) return undefined
      lines.push(lineTo(to))
      from = to
      if (measure(lineTo(at)) > width) return undefined
    }
    to = at
    if (required && at < text.length) {
      lines.push(lineTo(at))
      from = at
    }
  }
  if (lineTo(text.length) !== '') lines.push(lineTo(text.length))
  return lines.filter((line) => line !== '')
}
