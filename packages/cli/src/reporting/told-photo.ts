import { dirname } from 'node:path'
import type { Warning } from '@platelight/sdk'
import { toCliWording } from '../base/client-wording.ts'
import type { Colorize } from '../base/text-layout.ts'
import type { TypedCommand } from '../context/typed-command.ts'
import { escapeControls, shortPath } from './run-wording.ts'
import { adviceOf, consistent, type Help } from './warning-advice.ts'

/** The outcome of one photo, of a folder run or of an operation. */
export interface PhotoOutcome {
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  readonly outputs: readonly { readonly path: string }[]
  readonly warnings?: readonly Warning[]
  readonly error?: { readonly code: string; readonly message: string; readonly status?: number }
}

/** What is said about a photo. */
export interface ToldPhoto {
  readonly word: 'done' | 'look first' | 'failed' | 'waiting' | 'skipped'
  readonly sentences: readonly string[]
  /** What may help. */
  readonly help?: Help | undefined
}

export interface TellOptions {
  readonly typed: TypedCommand
  readonly cwd: string
  readonly verbose: boolean
  /** The folder of the results, for a photo that has none yet. */
  readonly root?: string | undefined
}

/** Ways out where the message of the error has none. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  image_unreadable: 'Copy it again from the phone or camera, or take the photo again.',
  unsupported_image: 'Take it out of the folder, or save the photo as a JPEG or PNG.',
  image_too_large: 'Save a smaller copy of it.',
  connection_failed: 'Check the Wi-Fi or the cable.',
}

/** One of done, look first with the gravest reason, failed with the way out, waiting for credits, or skipped. */
export function tellPhoto(photo: PhotoOutcome, options: TellOptions): ToldPhoto {
  const { status, error, warnings } = photo
  if (status === 'skipped') return { word: 'skipped', sentences: ['It is there already.'] }
  if (error?.code === 'insufficient_credits')
    return { word: 'waiting', sentences: ['It waits for credits, and so does what comes after it.'] }
  if (error?.status === 401 || error?.status === 403)
    return { word: 'waiting', sentences: ['It waits for a key that may do this.'] }
  if (error) return tellFailure(error, options)
  const consistentOnes = consistent(warnings)
  const [first] = consistentOnes.filter((warning) => adviceOf(warning).kind === 'look')
  const said = consistentOnes.filter((warning) => adviceOf(warning).kind === 'say')
  const details = options.verbose
    ? consistentOnes.filter((warning) => warning !== first && !said.includes(warning))
    : []
  const others = [...said.map((warning) => firstSentence(warning.message)), ...details.map(detail)]
  if (!first) return { word: 'done', sentences: others }
  return {
    word: 'look first',
    sentences: options.verbose ? [detail(first), ...others] : [firstSentence(first.message)],
    help: adviceOf(first).help,
  }
}

function tellFailure(
  { code, message }: NonNullable<PhotoOutcome['error']>,
  { typed, verbose }: TellOptions,
): ToldPhoto {
  const whole = `${escapeControls(toCliWording(message))}${verbose ? ` (${code})` : ''}`
  if (code === 'subject_not_found' && typed.has('--subject-point'))
    return { word: 'failed', sentences: [verbose ? whole : firstSentence(message)], help: 'point' }
  const wayOut = WAYS_OUT[code]
  const isGiven = firstSentence(message).length < escapeControls(message).length
  return { word: 'failed', sentences: [whole, ...(wayOut && !isGiven ? [wayOut] : [])] }
}

/** What helps photos of a run, with one command for all of them where that is possible. */
export function helpLines(
  help: Help,
  photos: readonly PhotoOutcome[],
  { typed, cwd, root }: TellOptions,
): readonly string[] {
  const [first] = photos
  const output = first?.outputs[0]
  const folder = output && output.path !== '-' ? dirname(output.path) : root
  const out = folder === undefined ? undefined : `${shortPath(folder, cwd)}/`
  const files = photos.map(({ file }) => file)
  if (help === 'whole' && typed.has('--formats'))
    return [
      'For the whole photo without a crop, which is paid for again, type:',
      typed.about(files, { '--formats': 'original' }, out),
    ]
  if (help === 'enhance') return ['Enhance the photo first, and cut out the result.']
  if (help !== 'point' || !typed.has('--subject-point')) return []
  const again: Readonly<Record<string, string>> =
    output && typed.has('--on-existing') ? { '--on-existing': 'overwrite' } : {}
  return [
    'Point at the dish: the first number goes from 0 at the left to 1 at the right, the second from 0 at the top to 1 at the bottom. 0.5,0.5 is the middle.',
    photos.length > 1 ? `Type this for ${files[0]}, and the same for each of the others:` : 'Type:',
    typed.about(files.slice(0, 1), { '--subject-point': '0.5,0.5', ...again }, out),
  ]
}

/** The reason; what follows it is advice for programs, or about flags. */
const firstSentence = (message: string): string =>
  escapeControls(toCliWording(/^.*?[.!?](?=\s|$)/s.exec(message)?.[0] ?? message))

const detail = ({ code, message }: Warning): string => `${escapeControls(toCliWording(message))} (${code})`

const COLORS = { done: 'green', 'look first': 'yellow', failed: 'red', waiting: 'yellow', skipped: 'dim' } as const
const WIDEST = 'look first'.length

/** `done        menu/ramen.jpg -> menu-enhanced/ramen-square.jpg` */
const headOf = ({ word }: ToldPhoto, subject: string, colorize: Colorize): string =>
  `${colorize(COLORS[word], word.padEnd(WIDEST))}  ${subject}`

/** The photo on one line, with what helps, for a log. */
export function onOneLine(photo: PhotoOutcome, subject: string, options: TellOptions, colorize: Colorize): string {
  const told = tellPhoto(photo, options)
  const rest = [...told.sentences, ...(told.help ? helpLines(told.help, [photo], options) : [])].join(' ')
  return `${headOf(told, subject, colorize)}${rest && `: ${rest}`}`
}

/** The photo with its reason below it, for a terminal. */
export function onSeveralLines(photo: PhotoOutcome, subject: string, options: TellOptions, colorize: Colorize): string {
  const told = tellPhoto(photo, options)
  return [headOf(told, subject, colorize), ...told.sentences.map((sentence) => `    ${sentence}`)].join('\n')
}

/** What holds for the whole run, each once. */
export function runRemarks(photos: readonly Pick<PhotoOutcome, 'warnings'>[]): readonly string[] {
  const messages = photos.flatMap(({ warnings }) =>
    consistent(warnings)
      .filter((warning) => adviceOf(warning).kind === 'run')
      .map(({ message }) => escapeControls(toCliWording(message))),
  )
  return [...new Set(messages)]
}
