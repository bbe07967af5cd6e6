import { resolve } from 'node:path'
import type { SubjectHint } from '../../generated/schema.d.ts'
import { type Clock, systemClock } from '../../transport/sdk-clock.ts'
import type { BatchEvent, Format, OnExisting } from '../folder-events.ts'
import { FORMATS, formatInNames, ON_EXISTING } from '../folder-events.ts'
import type { ResultNamesOption } from '../scan/earlier-results.ts'
import { invalidInput } from '../scan/folder-input.ts'

/** Which photos to find, where results go, and the options of each request. Planning, pricing and running share them. */
export interface FolderOptions {
  /**
   * The folder for results. Default: `<folder>-enhanced` next to an input folder, `enhanced` next to a single photo, and
   * `enhanced` in the working folder for addresses and bytes.
   */
  readonly outDir?: string
  /** The result file, instead of `outDir`. Allowed for one photo with one format. */
  readonly outFile?: string
  /**
   * The ledger file. Default: `.platelight-batch.jsonl` in the folder for results. `false` keeps no ledger. With `outFile`
   * there is no default.
   */
  readonly stateFile?: string | false
  /** Default balanced. `client.catalogs.presets()` lists them. */
  readonly preset?: string
  /** Default square, portrait, landscape; none if there are `platforms`. */
  readonly formats?: readonly Format[]
  /** Slots of platforms, such as `ubereats.item`, to fit each photo to as `images.platformOptimize` does. Default none. */
  readonly platforms?: readonly string[]
  /** Enlarges results to 3840 px on the long side. Default true. */
  readonly upscale?: boolean
  /** Puts the dish on a transparent background. Default false. */
  readonly removeBackground?: boolean
  /**
   * What each photo is of: a box around the dish or a point on it, in fractions of the photo. Default: the dish is found.
   * The same place holds for every photo; `perPhoto` names another for one.
   */
  readonly subject?: SubjectHint
  /** Options for single photos that differ from the rest, such as another preset for drinks. `path` is absolute. */
  readonly perPhoto?: (photo: {
    readonly file: string
    readonly path: string | null
  }) => Pick<FolderOptions, 'preset' | 'formats' | 'subject'>
  /** Whether subfolders are searched too. Default true. */
  readonly recursive?: boolean
  /** Takes only these files of a folder. Globs are relative to the folder; a name without a slash matches at any depth. */
  readonly include?: readonly string[]
  /** Leaves out these files of a folder. Globs as in `include`. */
  readonly ignore?: readonly string[]
  /**
   * What to do if a result already exists. `skip` (default) keeps it, unless the ledger lists it and its photo or the
   * options have changed since. `overwrite` replaces it. `rename` keeps both.
   */
  readonly onExisting?: OnExisting
  /** Ignores the records of earlier runs and keeps the old ledger as `<stateFile>.old`. Default false: resume. */
  readonly fresh?: boolean
  /** Names a result, without folder and extension. Default: `${stem}-${format}`, with `full` for original. Names must be unique. */
  readonly naming?: (photo: NamedResult) => string
  /** The base of relative paths. Default: the working folder. */
  readonly cwd?: string
}

/** A result that gets a name. */
export interface NamedResult {
  readonly file: string
  /** The name of the photo without extension, longer if several photos share it. */
  readonly stem: string
  /** The crop; undefined for a file that fits a platform. */
  readonly format: Format | undefined
  readonly platform: string | undefined
  /** The day on which the photo's file was last changed, `2026-11-29`; today for addresses and bytes. */
  readonly date: string
}

/** Options of a run. */
export interface EnhanceFolderOptions extends FolderOptions {
  /** How many photos are worked on at the same time. Default 4. */
  readonly concurrency?: number
  /** How many credits the whole run may cost. It stops before a photo that could exceed the limit. */
  readonly maxCredits?: number
  /** When aborted, no further photo is started. Active photos are finished. */
  readonly signal?: AbortSignal
  /** When aborted, active photos are abandoned as well. The next run fetches those that were paid for. */
  readonly giveUp?: AbortSignal
  /** Called with every event. If it throws, the run ends with that error. */
  readonly onEvent?: (event: BatchEvent) => void
  /**
   * The longest wait for a rate limit or for an unreachable server, in milliseconds. After it the run stops.
   * Default 120 000.
   */
  readonly maxPauseMs?: number
  readonly clock?: Clock
}

/** The options of one request for a photo, complete and in a fixed order. A photo has one for its crops, and one a platform. */
export type PhotoRequest = CropsRequest | PlatformRequest

export interface CropsRequest {
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground: boolean
  readonly upscale: boolean
  readonly subject: SubjectHint | undefined
  readonly platform?: undefined
}

export interface PlatformRequest {
  readonly formats: readonly ['original']
  readonly subject: SubjectHint | undefined
  readonly platform: string
}

export type FolderSettings = ReturnType<typeof readFolderOptions>

const MINIMA = [
  ['concurrency', 1],
  ['maxCredits', 0],
  ['maxPauseMs', 0],
] as const

/**
 * Checks the options and fills in the defaults.
 *
 * @throws PlatelightError `invalid_input` naming the option.
 */
export function readFolderOptions(options: EnhanceFolderOptions & ResultNamesOption) {
  const cwd = resolve(options.cwd ?? '')
  const { outDir, outFile, stateFile, concurrency = 4, onExisting = 'skip', perPhoto } = options
  const { recursive = true, include = [], ignore = [], fresh = false, maxPauseMs = 120_000 } = options
  if (!ON_EXISTING.includes(onExisting)) throw invalidInput(`onExisting must be one of ${ON_EXISTING.join(', ')}.`)
  if (outDir !== undefined && outFile !== undefined) throw invalidInput('Give outDir or outFile, not both.')
  for (const [name, least] of MINIMA) {
    const value = options[name]
    if (value !== undefined && !(value >= least)) throw invalidInput(`${name} must be a number from ${least} up.`)
  }
  const requests = photoRequestsOf(options)
  const inCwd = <T>(path: T) => (typeof path === 'string' ? resolve(cwd, path) : path)
  return {
    preset: options.preset ?? DEFAULT_PRESET,
    requestsFor: (file: string, path: string | null): readonly PhotoRequest[] =>
      perPhoto ? photoRequestsOf({ ...options, ...perPhoto({ file, path }) }) : requests,
    cwd,
    outDir: inCwd(outDir),
    outFile: inCwd(outFile),
    stateFile: inCwd(stateFile),
    recursive,
    include,
    ignore,
    onExisting,
    fresh,
    maxPauseMs,
    resultNames: options.resultNames,
    naming: options.naming ?? defaultName,
    concurrency: Math.floor(concurrency),
    maxCredits: options.maxCredits,
    signal: options.signal ?? new AbortController().signal,
    giveUp: options.giveUp ?? new AbortController().signal,
    onEvent: options.onEvent ?? (() => undefined),
    clock: options.clock ?? systemClock,
  }
}

const DEFAULT_PRESET = 'balanced'

const defaultName = ({ stem, format, platform = '' }: NamedResult): string =>
  `${stem}-${format ? formatInNames(format) : platform.replaceAll('.', '-')}`

function photoRequestsOf({
  preset = DEFAULT_PRESET,
  removeBackground = false,
  upscale = true,
  platforms = [],
  formats: given = platforms.length > 0 ? [] : ['square', 'portrait', 'landscape'],
  subject,
}: FolderOptions): PhotoRequest[] {
  if ((given.length === 0 && platforms.length === 0) || !given.every((format) => FORMATS.includes(format))) {
    throw invalidInput(`formats must name some of ${FORMATS.join(', ')}, not ${given.join(', ') || 'none'}.`)
  }
  const wrong = platforms.find((platform) => !/^[a-z]+\.[a-z]+$/.test(platform))
  if (wrong !== undefined) throw invalidInput(`platforms must have names such as ubereats.item, not ${wrong}.`)
  // In a fixed order, so that the key of a photo does not depend on the order of its formats.
  const formats = FORMATS.filter((format) => given.includes(format))
  return [
    ...(formats.length > 0 ? [{ preset, formats, removeBackground, upscale, subject }] : []),
    ...[...new Set(platforms)].map((platform) => ({ formats: ['original'] as const, subject, platform })),
  ]
}
