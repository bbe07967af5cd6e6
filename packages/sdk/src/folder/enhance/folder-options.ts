import { resolve } from 'node:path'
import { type Clock, systemClock } from '../../transport/sdk-clock.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import type { BatchEvent, Format, OnExisting } from '../folder-events.ts'
import { FORMATS, formatInNames, ON_EXISTING } from '../folder-events.ts'

/** A photo on disk, with the folder whose tree its results mirror and the name it has in events. */
export interface NamedFile {
  readonly path: string
  /** Results go to the same place below the results' folder. Default: none, the photo counts as named by itself. */
  readonly root?: string
  /** Default: `path`. */
  readonly name?: string
}

/** A photo in memory, such as what came through standard input. `-` as its name gives results named `photo`. */
export interface NamedBytes {
  readonly bytes: Uint8Array
  readonly name: string
}

/** A folder, a file, an http(s) address (string or URL), or a photo with its particulars. */
export type FolderInput = string | URL | NamedFile | NamedBytes

/** What to look for, where results go, and what is asked of the server: the same for planning, pricing and doing. */
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
  /** What one photo is asked for where that differs, such as another preset for the drinks. `path` is absolute. */
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
  /** Photos under way at the same time. Default 4. */
  readonly concurrency?: number
  /** Credits the whole run may cost. It stops before the photo that could cost more. */
  readonly maxCredits?: number
  /** Aborted: no further photo is begun; those under way are finished. */
  readonly signal?: AbortSignal
  /** Aborted: photos under way are given up too. What was paid is picked up by the next run. */
  readonly giveUp?: AbortSignal
  /** Told what happens, as it happens. What it throws ends the run. */
  readonly onEvent?: (event: BatchEvent) => void
  /**
   * How long the run waits in one go for a rate limit to pass or a server to come back, in milliseconds; beyond it the
   * run stops. Default 120 000.
   */
  readonly maxPauseMs?: number
  readonly clock?: Clock
}

/** What is asked of the server for every photo of a run, complete and in a fixed order. */
export interface PhotoRequest {
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground: boolean
  readonly upscale: boolean
}

export type FolderSettings = ReturnType<typeof readFolderOptions>

const LEAST = [
  ['concurrency', 1],
  ['maxCredits', 0],
  ['maxPauseMs', 0],
] as const

/**
 * The options with their defaults, checked.
 *
 * @throws PlatelightError `invalid_input` naming the option.
 */
export function readFolderOptions(options: EnhanceFolderOptions) {
  const cwd = resolve(options.cwd ?? process.cwd())
  const { outDir, outFile, stateFile, concurrency = 4, onExisting = 'skip', naming } = options
  if (!ON_EXISTING.includes(onExisting)) throw invalid(`onExisting must be one of ${ON_EXISTING.join(', ')}.`)
  if (outDir !== undefined && outFile !== undefined) throw invalid('Give outDir or outFile, not both.')
  for (const [name, least] of LEAST) {
    const value = options[name]
    if (value !== undefined && !(value >= least)) throw invalid(`${name} must be a number from ${least} up.`)
  }
  const wish = photoRequestOf(options)
  return {
    wish,
    wishFor: (file: string, path: string | null): PhotoRequest =>
      options.perPhoto ? photoRequestOf({ ...options, ...options.perPhoto({ file, path }) }) : wish,
    cwd,
    outDir: outDir === undefined ? undefined : resolve(cwd, outDir),
    outFile: outFile === undefined ? undefined : resolve(cwd, outFile),
    stateFile: typeof stateFile === 'string' ? resolve(cwd, stateFile) : stateFile,
    recursive: options.recursive ?? true,
    include: options.include ?? [],
    ignore: options.ignore ?? [],
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
    throw invalid(`formats must name some of ${FORMATS.join(', ')}, not ${unknown ?? 'none'}.`)
  }
  // In one order, however they were given: the order must not make a paid photo look like another.
  const formats = FORMATS.filter((format) => given.includes(format))
  return { preset, formats, removeBackground, upscale }
}

export const invalid = (message: string): PlatelightError => new PlatelightError('invalid_input', message)
