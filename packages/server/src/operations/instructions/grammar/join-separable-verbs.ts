import type { Language } from './languages.ts'
import type { Lexicon } from './lexicon.ts'
import type { RawToken } from './split-tokens.ts'

/** What a German verb puts at the end of its clause: “schneide es zu” is “zuschneiden”. */
const PARTICLES: ReadonlySet<string> = new Set(
  'ab an auf aus ein frei gerade heran hinzu hoch nach ran raus rein runter scharf um weg weich zu zuruck'.split(' '),
)
/** What may follow the particle. */
const POLITE: ReadonlySet<string> = new Set(['bitte', 'mal', 'danke'])
/** Words that begin a clause of their own. */
const JOINTS: ReadonlySet<string> = new Set(['und', 'dann', 'danach', 'aber', 'sowie'])

/**
 * Puts verbs and their particles together, where that makes a word of the language.
 *
 * @returns the tokens with the verb as one word; the particle becomes an empty place, so that all others keep theirs
 */
export function joinSeparableVerbs(
  raw: readonly RawToken[],
  languages: readonly Language[],
  { familiarity }: Lexicon,
): (RawToken | undefined)[] {
  const joined: (RawToken | undefined)[] = [...raw]
  let start = 0
  for (let at = 0; at <= raw.length; at++) {
    const token = raw[at]
    const isEnd = !token || token.kind === 'break' || (token.kind === 'word' && JOINTS.has(token.text))
    if (!isEnd) continue
    joinIn(joined, start, at, (word, index) => languages[index] === 'de' && familiarity(word) === 1)
    start = at + 1
  }
  return joined
}

/** Joins the verb of one clause. */
function joinIn(
  tokens: (RawToken | undefined)[],
  start: number,
  end: number,
  isWord: (word: string, index: number) => boolean,
): void {
  for (let at = start; at + 1 < end; at++) {
    const [particle, verb] = [tokens[at], tokens[at + 1]]
    // “Gerade rücken” is “geraderücken”.
    if (particle?.kind !== 'word' || verb?.kind !== 'word' || !PARTICLES.has(particle.text)) continue
    if (!isWord(particle.text + verb.text, at)) continue
    tokens[at] = { kind: 'word', text: particle.text + verb.text }
    tokens[at + 1] = undefined
    return
  }
  let last = end - 1
  for (let token = tokens[last]; token?.kind === 'word' && POLITE.has(token.text); token = tokens[last]) last--
  const particle = tokens[last]
  if (particle?.kind !== 'word' || !PARTICLES.has(particle.text)) return
  for (let at = start; at < last; at++) {
    const verb = tokens[at]
    if (verb?.kind !== 'word' || verb.text.length < 3 || !isWord(particle.text + verb.text, at)) continue
    tokens[at] = { kind: 'word', text: particle.text + verb.text }
    tokens[last] = undefined
    return
  }
}
