import { ServiceError } from '../../base/service-error.ts'
import { isBreached } from './breached-passwords.ts'

const MIN_SCORE = 2
/** The check runs on the main thread and takes time quadratic in the length. No common password is this long. */
const CHECKED_LENGTH = 32
/** Spellings of p4$$word that are tried. The default of the library, a hundred, finds no more and takes seven times as long. */
const MAX_SPELLINGS = 10

/**
 * Refuses a password that an attacker would try early.
 *
 * @param personal The address and names of the person. Passwords based on them are easily guessed.
 * @throws ServiceError `password_weak` (400) that says why.
 */
export async function refuseWeakPassword(
  password: string,
  personal: readonly (string | null | undefined)[],
): Promise<void> {
  const known = personal.flatMap((text) => text || [])
  if (known.some((text) => text.toLowerCase() === password.trim().toLowerCase())) {
    throw weak('It is the same as the address or a name given with it.')
  }
  const { check } = await loadStrengthChecker()
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  // A long password is at least as strong as the stronger of its two ends.
  const ends =
    password.length > CHECKED_LENGTH ? [password.slice(0, CHECKED_LENGTH), password.slice(-CHECKED_LENGTH)] : [password]
  const verdicts = ends.map((end) => check(end, words))
  if (!verdicts.some(({ score }) => score >= MIN_SCORE))
    throw weak(REASONS[verdicts[0]?.feedback.warning ?? ''] ?? 'It would be guessed soon.')
  if (await isBreached(password)) throw weak('It is in lists of passwords that were stolen elsewhere.')
}

const weak = (reason: string) =>
  new ServiceError('password_weak', `This password is too easy to guess. ${reason} Use three or four unrelated words.`)

/** The warnings of the library, each as a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  topTen: 'It is one of the most common passwords.',
  topHundred: 'It is one of the most common passwords.',
  common: 'It is a common password.',
  similarToCommon: 'It is close to a common password.',
  userInputs: 'It is made from the address or a name given with it.',
  wordByItself: 'It is a single word.',
  namesByThemselves: 'It is a name.',
  commonNames: 'It is a common name.',
  simpleRepeat: 'It repeats one character.',
  extendedRepeat: 'It repeats the same characters.',
  sequences: 'It is a sequence such as abcd or 6543.',
  straightRow: 'It is a row of the keyboard.',
  keyPattern: 'It is a short pattern on the keyboard.',
  recentYears: 'It is little more than a year.',
  dates: 'It is little more than a date.',
}

/** The lists of common passwords take 50 MB of memory, so they are loaded when somebody first chooses a password. */
function loadStrengthChecker() {
  checker ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(([{ ZxcvbnFactory }, common, english]) => {
    const dictionary = { ...common.dictionary, ...english.dictionary }
    const factory = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, ...LIMITS })
    return { check: (password: string, words: string[]) => factory.check(password, words) }
  })
  return checker
}

const LIMITS = { maxLength: CHECKED_LENGTH, l33tMaxSubstitutions: MAX_SPELLINGS }

let checker: Promise<{ check(password: string, words: string[]): Verdict }> | undefined

interface Verdict {
  readonly score: number
  readonly feedback: { readonly warning?: string | null }
}
