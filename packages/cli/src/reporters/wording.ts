import { isAbsolute, relative, sep } from 'node:path'
import type { FileEvent, Output, RunOutcome, StopReason, Summary } from '../enhance/events.ts'
import { counted } from '../paint.ts'

/** A path as short as it can be written from here. */
export function shortPath(path: string, cwd: string): string {
  const way = relative(cwd, path)
  if (way === '') return '.'
  return way.startsWith(`..${sep}..`) || isAbsolute(way) ? path : way
}

/** Several results as one: `menu-enhanced/ramen-{square,portrait}.jpg`. */
export function shortOutputs(outputs: readonly Output[], cwd: string): string {
  const paths = outputs.map(({ path }) => (path === '-' ? 'standard output' : shortPath(path, cwd)))
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
export const reasonOf = ({ error }: FileEvent): string => (error ? `${error.message} (${error.code})` : '')

const ADVICE: Readonly<Record<StopReason, string>> = {
  interrupted: 'Interrupted. Run the same command again to go on; nothing is paid for twice.',
  credits: 'Out of credits. Add credits and run the same command again; nothing is paid for twice.',
  max_credits: 'Stopped at --max-credits. Raise it and run the same command again; nothing is paid for twice.',
  auth: 'The server does not let this key do that. Check PLATELIGHT_API_KEY or --api-key-file.',
  rate_limit: 'The server asks for a longer pause. Run the same command again later; nothing is paid for twice.',
  unreachable: 'The server cannot be reached. Run the same command again when it is back; nothing is paid for twice.',
  unavailable: 'The server cannot do this now.',
  output: 'Results cannot be written. Make room or choose another --out, then run the same command again.',
}

/** Sentences that follow the counts: why it stopped, what to do, and that there are warnings where they were not shown. */
export function closingSentences({ summary, files }: RunOutcome, warningsShown: boolean): string[] {
  const { stopped, error, remaining = 0, skipped, done, failed } = summary
  const sentences: string[] = []
  if (stopped) {
    const told = error !== undefined && files.some((file) => file.error?.message === error.message)
    if (error && !told && stopped !== 'max_credits') sentences.push(error.message)
    sentences.push(ADVICE[stopped])
    if (remaining > 0) sentences.push(`${counted(remaining, 'photo')} not begun.`)
  }
  if (skipped > 0 && done + failed === 0 && !stopped) {
    sentences.push('Everything was there already. --on-existing overwrite makes it anew.')
  }
  const warned = warningsShown ? 0 : files.filter(({ warnings = [] }) => warnings.length > 0).length
  if (warned > 0) sentences.push(`${counted(warned, 'photo')} with remarks; --verbose or --manifest shows them.`)
  return sentences
}

/** `22 done, 1 failed, 3 skipped` */
export function counts({ done, failed, skipped }: Summary): string {
  const parts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return parts.join(', ')
}
