import { isAbsolute, relative, sep } from 'node:path'
import type { PausedEvent } from '@platelight/sdk/node'
import { duration } from '../base/text-layout.ts'
import type { FileEvent, Output, PauseReason, StopReason, Summary } from './run-events.ts'

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

/** `22 done, 1 failed, 3 skipped` */
export function countsText({ done, failed, skipped }: Summary): string {
  const parts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return parts.join(', ')
}
