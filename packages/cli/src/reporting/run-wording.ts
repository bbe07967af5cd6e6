import { isAbsolute, relative, sep } from 'node:path'
import type { Warning } from '@platelight/sdk'
import type { PausedEvent } from '@platelight/sdk/node'
import { toCliWording } from '../base/client-wording.ts'
import { counted, duration } from '../base/text-layout.ts'
import type { FileEvent, Output, PauseReason, RunOutcome, StopReason, Summary } from './run-events.ts'

/** Escapes control characters, line separators and bidirectional marks, so that a name stays on one line. */
export const escapeControls = (name: string): string =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/** The shortest form of a path: relative to the working folder, or absolute. */
export function shortPath(path: string, cwd: string): string {
  const relativePath = relative(cwd, path)
  if (relativePath === '') return '.'
  return relativePath.startsWith(`..${sep}..`) || isAbsolute(relativePath) ? path : relativePath
}

/** Several results as one: `menu-enhanced/ramen-{square,portrait}.jpg`. */
export function shortOutputs(outputs: readonly Output[], cwd: string): string {
  const paths = outputs.map(({ path }) => (path === '-' ? 'standard output' : escapeControls(shortPath(path, cwd))))
  const [first = ''] = paths
  if (paths.length < 2) return first
  const start = commonLength(paths)
  const end = commonLength(paths.map((path) => [...path.slice(start)].reverse().join('')))
  const middles = paths.map((path) => path.slice(start, path.length - end))
  return `${first.slice(0, start)}{${middles.join(',')}}${first.slice(first.length - end)}`
}

function commonLength([first = '', ...others]: readonly string[]): number {
  let length = 0
  while (length < first.length && others.every((other) => other[length] === first[length])) length++
  return length
}

/** `Not a picture. (unsupported_image)` */
export const failureText = ({ error }: FileEvent): string =>
  error ? `${escapeControls(error.message)} (${error.code})` : ''

/** `The server asks for a pause: continuing in 12 s.` */
export function pauseSentence({ reason, resumesAt }: Pick<PausedEvent, 'reason' | 'resumesAt'>, now: number): string {
  return `${WAITING[reason]} ${duration(Math.max(0, Date.parse(resumesAt) - now))}.`
}

const WAITING: Readonly<Record<PauseReason, string>> = {
  rate_limit: 'The rate limit is used up: continuing in',
  unavailable: 'The server asks for a pause: continuing in',
  unreachable: 'The server is unreachable: trying again in',
}

/** Why no further photos are started, while those in progress are finished. */
export const STOP_SENTENCES: Readonly<Record<StopReason, string>> = {
  interrupted: 'Interrupted.',
  credits: 'Out of credits.',
  max_credits: 'Stopped at --max-credits.',
  auth: 'The key is not allowed to do this.',
  rate_limit: 'The server asks for a longer pause.',
  unreachable: 'The server cannot be reached.',
  unavailable: 'The server cannot do this now.',
  output: 'Results cannot be written.',
}

const AGAIN = 'run the same command again; nothing is paid for twice.'

const STOP_ADVICE: Readonly<Record<StopReason, string>> = {
  interrupted: 'Run the same command again to continue; nothing is paid for twice.',
  credits: `Add credits and ${AGAIN}`,
  max_credits: `Raise it and ${AGAIN}`,
  auth: 'Check who is signed in with platelight auth status.',
  rate_limit: 'Run the same command again later; nothing is paid for twice.',
  unreachable: 'Run the same command again when it is back; nothing is paid for twice.',
  unavailable: '',
  output: 'Free some space or choose another --out, then run the same command again.',
}

/** Sentences after the counts: why the run stopped, what to do, and the warnings of the server. */
export function closingSentences({ summary, files }: RunOutcome): readonly string[] {
  const { stopped, error, remaining = 0, unfinished = 0, skipped, done, failed } = summary
  const sentences: string[] = []
  if (stopped) {
    const isReported = error !== undefined && files.some((file) => file.error?.message === error.message)
    if (error && !isReported && stopped !== 'max_credits') sentences.push(toCliWording(error.message))
    sentences.push(`${STOP_SENTENCES[stopped]} ${STOP_ADVICE[stopped]}`.trim())
    const untouched = remaining - unfinished
    if (untouched > 0) sentences.push(`${counted(untouched, 'photo')} not started.`)
    if (unfinished > 0) sentences.push(`${counted(unfinished, 'photo')} started and not finished.`)
  }
  if (skipped > 0 && done + failed === 0 && !stopped) {
    sentences.push('All results existed already. --on-existing overwrite replaces them.')
  }
  return [...sentences, ...remarks(files)]
}

/** Maximum number of photos named with a warning. */
const MAX_NAMES = 3

/** Measured values in brackets at the end of a sentence, which differ between photos: ` (top 99 px).` */
const MEASURED = / \([^()]*\d[^()]*\)(?=\.$)/

/** Each warning of a run once, with its photos. Measured values are left out if they differ between photos. */
export function remarks(
  files: readonly { readonly file: string; readonly warnings?: readonly Warning[] }[],
): readonly string[] {
  const about = new Map<string, { names: string[]; warning: string }>()
  for (const { file, warnings = [] } of files) {
    for (const warning of new Set(warnings.map(({ message }) => message))) {
      const key = warning.replace(MEASURED, '')
      const before = about.get(key)
      about.set(key, {
        names: [...(before?.names ?? []), escapeControls(file)],
        warning: before && before.warning !== warning ? key : warning,
      })
    }
  }
  return [...about.values()].map(({ names, warning }) => {
    const more = names.length - MAX_NAMES
    return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${escapeControls(toCliWording(warning))}`
  })
}

/** `22 done, 1 failed, 3 skipped` */
export function countsText({ done, failed, skipped }: Summary): string {
  const parts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return parts.join(', ')
}
