import { toCliWording } from '../base/client-wording.ts'
import { canOpen } from '../base/open-file.ts'
import { shellWords } from '../base/shell-words.ts'
import { counted, duration } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { RunOutcome, StopReason } from './run-events.ts'
import type { RunInfo } from './run-reporter.ts'
import { escapeControls, shortPath } from './run-wording.ts'
import { helpLines, type PhotoOutcome, runRemarks, type TellOptions, type ToldPhoto, tellPhoto } from './told-photo.ts'

/** The end of a run over photos. */
export interface RunEnding {
  readonly photos: readonly PhotoOutcome[]
  /** Why it ended early. */
  readonly stopped?: StopReason | undefined
  readonly error?: { readonly code: string; readonly message: string } | undefined
  /** Photos that were not begun or not finished. */
  readonly remaining?: number | undefined
  /** Where credits are sold, after a 402. */
  readonly link?: string | undefined
  /** Undefined where there are no prices. */
  readonly credits?: number | undefined
  readonly elapsedMs?: number | undefined
  /** Absolute paths of the result folders. */
  readonly roots?: readonly string[] | undefined
}

/** The end of a folder run. */
export const endOfRun = (
  { files: photos, summary: { stopped, error, remaining, creditsUsed }, link }: RunOutcome,
  { roots, startedAt, showsPrices }: RunInfo,
): RunEnding => ({
  ...{ photos, stopped, error, remaining, link, roots },
  credits: showsPrices ? creditsUsed : undefined,
  elapsedMs: Date.now() - startedAt,
})

export interface ClosingLines {
  /** What helps photos. In a log the line of each photo says it. */
  readonly helps: readonly string[]
  /** At most one line. */
  readonly counts: readonly string[]
  /** What holds for the whole run, and why it ended. */
  readonly remarks: readonly string[]
  /** What to type next, which is the last line, introduced. */
  readonly next: readonly string[]
}

interface Told {
  readonly photo: PhotoOutcome
  readonly told: ToldPhoto
}

/** What is said at the end of a run over photos. */
export function closingLines(ending: RunEnding, context: Context): ClosingLines {
  const { elapsedMs, credits, roots = [], stopped } = ending
  const { cwd } = context.environment
  const options: TellOptions = { typed: context.typed, cwd, verbose: false, root: roots[0] }
  const photos = ending.photos.map((photo): Told => ({ photo, told: tellPhoto(photo, options) }))
  const places = roots.map((root) => escapeControls(shortPath(root, cwd)))
  const count = (word: ToldPhoto['word']) => photos.filter(({ told }) => told.word === word).length
  const waiting = (ending.remaining ?? 0) + count('waiting')
  const [look, failed, skipped] = [count('look first'), count('failed'), count('skipped')]
  const parts = [
    `${count('done') + look} done`,
    ...(look > 0 ? [`${look} of them to look at before you use them`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(skipped > 0 ? [`${skipped} already there`] : []),
  ]
  const time = elapsedMs === undefined ? '' : `, in ${duration(elapsedMs)}`
  const price =
    credits === undefined ? '' : credits === 0 ? ', for no further credits' : `, for ${counted(credits, 'credit')}`
  const hasResults = places.length > 0 && count('done') + look + skipped > 0
  const where = hasResults ? ` The pictures are in ${places.join(', ')}.` : ''
  const isFolder = photos.length + waiting > 1 || places.length > 0
  const next = stopped
    ? [
        stopped === 'auth'
          ? 'Sign in with a key that may do it. Type:'
          : 'To go on, type the same again; nothing is paid for twice:',
        stopped === 'auth' ? 'platelight auth login' : context.typed.again(),
      ]
    : nextLines(photos, failed, hasResults ? places : [], context)
  return {
    helps: context.settings.mode === 'screen' ? [...helps(photos, options), ...(next.length > 0 ? [''] : [])] : [],
    counts: isFolder ? [`${parts.join(', ')}${time}${price}.${where}`] : [],
    remarks: [...runRemarks(ending.photos), ...(stopped ? stopLines(ending, stopped, photos, waiting) : [])],
    next,
  }
}

/** Each help once, for all photos that it may help. */
function helps(photos: readonly Told[], options: TellOptions): readonly string[] {
  const kinds = new Set(photos.flatMap(({ told }) => told.help ?? []))
  return [...kinds].flatMap((help) => {
    const helped = photos.filter(({ told }) => told.help === help).map(({ photo }) => photo)
    const lines = helpLines(help, helped, options)
    return lines.length > 0 ? ['', ...lines] : []
  })
}

/** Why a run ended early, and how it goes on. `N` stands for the photos that wait. */
const STOPS: Readonly<Record<StopReason, string>> = {
  interrupted: 'The run was stopped, and N.',
  credits: 'The credits are used up, and N for credits.',
  max_credits: 'Your limit --max-credits is reached, and N. Raise it to go on.',
  auth: 'The server does not let this key do that, and N.',
  rate_limit: 'The server asks for a longer pause, and N. Try again later.',
  unreachable: 'The server cannot be reached, and N. Check the Wi-Fi or the cable.',
  unavailable: 'The server cannot do this now, and N. Try again later.',
  output: 'The results cannot be written, and N. Free some space, or choose another folder with --out.',
}

function stopLines(
  { error, link }: RunEnding,
  stopped: StopReason,
  photos: readonly Told[],
  waiting: number,
): readonly string[] {
  const wait = waiting === 1 ? '1 photo waits' : `${counted(waiting, 'photo')} wait`
  const isTold = photos.some(({ told, photo }) => told.word === 'failed' && photo.error?.message === error?.message)
  const isNews = error !== undefined && !isTold && !['interrupted', 'credits', 'max_credits'].includes(stopped)
  return [
    ...(isNews ? [toCliWording(error.message)] : []),
    waiting === 0 ? STOPS[stopped].replace(/, and N[^.]*/, '') : STOPS[stopped].replace('N', wait),
    ...(stopped === 'credits' && link ? [`Buy credits here: ${link}`] : []),
  ]
}

function nextLines(
  photos: readonly Told[],
  failed: number,
  places: readonly string[],
  { typed, environment }: Context,
): readonly string[] {
  // What helps them is the next thing to type.
  if (failed > 0 && photos.every(({ told }) => told.word !== 'failed' || told.help)) return []
  if (failed > 0) {
    return [
      photos.length === 1
        ? 'To try it again, type:'
        : 'Replace or remove what failed, then type the same again; nothing is paid for twice:',
      typed.again(),
    ]
  }
  if (photos.some(({ photo }) => photo.outputs.some(({ path }) => path === '-'))) return []
  if (photos.every(({ told }) => told.word === 'skipped') && photos.length > 0 && !typed.isTyped('--open'))
    return ['They were there already. To make them again, type:', typed.again('--on-existing', 'overwrite')]
  if (typed.has('--open') && !typed.isTyped('--open') && canOpen(environment.env))
    return ['To see the pictures, type:', typed.again('--open')]
  const [place] = places
  if (place === undefined) return []
  return [
    'To know whether a delivery platform takes them, type:',
    shellWords(['platelight', 'check', `${place}/`, '--platform', 'ubereats.item']),
  ]
}
