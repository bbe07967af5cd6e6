import { resolve } from 'node:path'
import { type Clock, systemClock } from '../../transport/sdk-clock.ts'
import type { BatchEvent, Format, OnExisting } from '../folder-events.ts'
import { FORMATS, formatInNames, ON_EXISTING } from '../folder-events.ts'
import type { ResultNamesOption } from '../scan/earlier-results.ts'
import { invalidInput } from '../scan/folder-input.ts'

/** What to look for, where results go, and the options of each request: the same for planning, pricing and running. */
export interface FolderOptions {
  /**
   * The folder for results. Default: `<folder>-enhanced` beside a folder, `enhanced` beside a photo named by itself,
   * `enhanced` in the working folder for addresses and bytes.
   */
  readonly outDir?: string
  /** One file for the one format of one photo, instead of `outDir`. */
  readonly outFile?: string
  /**
   * The ledger. Default: `.platelight-batch.jsonl` in the results' folder; false keeps none. With `outFile` none is kept
   * unless it is named.
   */
  readonly stateFile?: string | false
  /** Default balanced. `client.catalogs.presets()` lists them. */
  readonly preset?: string
  /** Default square, portrait, landscape. */
  readonly formats?: readonly Format[]
  /** To 3840 px on the long side. Default true. */
  readonly upscale?: boolean
  /** Puts the dish on a transparent background. Default false. */
  readonly removeBackground?: boolean
  /** The options of one photo where they differ, such as another preset for the drinks. `path` is absolute. */
  readonly perPhoto?: (photo: {
    readonly file: string
    readonly path: string | null
  }) => Pick<FolderOptions, 'preset' | 'formats'>
  /** Whether folders below a folder are searched too. Default true. */
  readonly recursive?: boolean
  /** Only these, in folders: globs relative to the folder; a bare name means that name wherever it is. */
  readonly include?: readonly string[]
  /** Not these, in folders. */
  readonly ignore?: readonly string[]
  /**
   * Where a result is there already: `skip` (default) keeps it, unless the ledger knows it as ours and its photo or the
   * options have changed since; `overwrite` makes it anew; `rename` keeps both.
   */
  readonly onExisting?: OnExisting
  /** Forgets what earlier runs recorded (the old ledger is kept as `<stateFile>.old`). Default false: resume. */
  readonly fresh?: boolean
  /** Names a result, without folder and extension. Default: `${stem}-${format}`, with `full` for original. Two results may not share a name. */
  readonly naming?: (photo: { readonly file: string; readonly stem: string; readonly format: Format }) => string
  /** What relative paths are relative to. Default: the working folder. */
  readonly cwd?: string
}

/** Options of a run. */
export interface EnhanceFolderOptions extends FolderOptions {
  /** Photos at the same time. Default 4. */
  readonly concurrency?: number
  /** Credits the whole run may cost. It stops before the photo that could cost more. */
  readonly maxCredits?: number
  /** Aborted: no further photo is begun. Active photos are finished. */
  readonly signal?: AbortSignal
  /** Aborted: active photos are given up too. The next run fetches what was paid for. */
  readonly giveUp?: AbortSignal
  /** Called with every event as it happens. An error that it throws ends the run. */
  readonly onEvent?: (event: BatchEvent) => void
  /**
   * The longest wait for a rate limit to pass or for the server to come back, in milliseconds. Beyond it the run stops.
   * Default 120 000.
   */
  readonly maxPauseMs?: number
  readonly clock?: Clock
}

/** The options of a photo's request, complete and in a fixed order. */
export interface PhotoRequest {
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground: boolean
  readonly upscale: boolean
}

export type FolderSettings = ReturnType<typeof readFolderOptions>

const MINIMA = [
  ['concurrency', 1],
  ['maxCredits', 0],
  ['maxPauseMs', 0],
] as const

/**
 * The options with their defaults, checked.
 *
 * @throws PlatelightError `invalid_input` naming the option.
 */
export function readFolderOptions(options: EnhanceFolderOptions & ResultNamesOption) {
  const cwd = resolve(options.cwd ?? process.cwd())
  const { outDir, outFile, stateFile, concurrency = 4, onExisting = 'skip', naming } = options
  if (!ON_EXISTING.includes(onExisting)) throw invalidInput(`onExisting must be one of ${ON_EXISTING.join(', ')}.`)
  if (outDir !== undefined && outFile !== undefined) throw invalidInput('Give outDir or outFile, not both.')
  for (const [name, least] of MINIMA) {
    const value = options[name]
    if (value !== undefined && !(value >= least)) throw invalidInput(`${name} must be a number from ${least} up.`)
  }
  const request = photoRequestOf(options)
  return {
    request,
    requestFor: (file: string, path: string | null): PhotoRequest =>
      options.perPhoto ? photoRequestOf({ ...options, ...options.perPhoto({ file, path }) }) : request,
    cwd,
    outDir: outDir === undefined ? undefined : resolve(cwd, outDir),
    outFile: outFile === undefined ? undefined : resolve(cwd, outFile),
    stateFile: typeof stateFile === 'string' ? resolve(cwd, stateFile) : stateFile,
    recursive: options.recursive ?? true,
    include: options.include ?? [],
    ignore: options.ignore ?? [],
    resultNames: options.resultNames,
    onExisting,
    fresh: options.fresh ?? false,
    naming: naming ?? (({ stem, format }) => `${stem}-${formatInNames(format)}`),
    concurrency: Math.floor(concurrency),
    maxCredits: options.maxCredits,
    signal: options.signal ?? new AbortController().signal,
    giveUp: options.giveUp ?? new AbortController().signal,
    onEvent: options.onEvent ?? (() => undefined),
    maxPauseMs: options.maxPauseMs ?? 120_000,
    clock: options.clock ?? systemClock,
  }
}

function photoRequestOf({
  preset = 'balanced',
  removeBackground = false,
  upscale = true,
  ...options
}: FolderOptions): PhotoRequest {
  const given = options.formats ?? ['square', 'portrait', 'landscape']
  const unknown = given.find((format) => !FORMATS.includes(format))
  if (unknown !== undefined || given.length === 0) {
    throw invalidInput(`formats must name some of ${FORMATS.join(', ')}, not ${unknown ?? 'none'}.`)
  }
  // Always in the same order, so that a photo has the same key however its formats were given.
  const formats = FORMATS.filter((format) => given.includes(format))
  return { preset, formats, removeBackground, upscale }
}
