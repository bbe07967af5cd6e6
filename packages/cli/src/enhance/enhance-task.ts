import type { ResultNamesOption } from '@platelight/sdk/folder-engine'
import { type EnhanceFolderOptions, type FolderInput, type FolderPlan, planFolder } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { toCliWording } from '../base/client-wording.ts'
import { folderSettings } from '../config/folder-settings.ts'
import type { Context } from '../context/command-context.ts'
import { createResultNames } from '../folder-run/result-names.ts'
import { onlyBelow } from '../folder-run/scan-photos.ts'
import { type SubjectFlags, subjectIn } from '../folder-run/subject-flags.ts'
import { tellNoPhotos, typedInputs } from '../folder-run/typed-inputs.ts'
import type { Format, OnExisting } from '../reporting/run-events.ts'
import { type Destination, destinationOf } from './enhance-destination.ts'

/** The flags shared by `enhance` and `estimate`, as commander reads them. */
export interface EnhanceTaskFlags extends SubjectFlags {
  readonly out?: string
  readonly preset: string
  readonly formats: readonly Format[]
  readonly platforms?: readonly string[]
  /** How the recipe names results. */
  readonly naming?: NonNullable<EnhanceFolderOptions['naming']>
  readonly removeBackground?: boolean
  readonly upscale: boolean
  readonly recursive?: boolean
  readonly include?: readonly string[]
  readonly ignore?: readonly string[]
  readonly onExisting: OnExisting
  readonly fresh?: boolean
  /** Names of the flags that were typed or set by a recipe. They override a project's folder settings. */
  readonly typed: ReadonlySet<string>
}

export type EnhanceTaskOptions = EnhanceFolderOptions & ResultNamesOption

/** The inputs and options of a run, and the plan for the files on disk. Created without a server. */
export interface EnhanceTask {
  readonly inputs: readonly FolderInput[]
  readonly options: EnhanceTaskOptions
  readonly plan: FolderPlan
  readonly destination: Destination
}

/**
 * Turns the typed arguments into a task.
 *
 * @param purpose `plan` reads no photo, `price` writes no result
 * @throws CliError or PlatelightError for missing inputs and unsuitable destinations
 */
export async function planEnhanceTask(
  typed: readonly string[],
  flags: EnhanceTaskFlags,
  context: Context,
  purpose: 'do' | 'price' | 'plan' = 'do',
): Promise<EnhanceTask> {
  const { cwd, stdin, stdout } = context.environment
  const {
    preset,
    formats,
    platforms,
    naming,
    upscale,
    removeBackground = false,
    recursive = false,
    include = [],
    ignore = [],
  } = flags
  const stdoutIsTerminal = Boolean(stdout.isTTY) && purpose === 'do'
  const destination = destinationOf(typed, { cwd, out: flags.out, removeBackground, stdoutIsTerminal })
  try {
    const { inputs, leftOut, notes } = await typedInputs(typed, {
      cwd,
      ignore,
      out: destination.outDir,
      readStdin: async () => (purpose === 'plan' ? new Uint8Array() : Buffer.concat(await stdin.toArray())),
    })
    const { outDir, outFile } = destination
    const options: EnhanceTaskOptions = {
      ...(outDir !== undefined && { outDir }),
      cwd,
      preset,
      formats,
      ...(platforms && { platforms }),
      ...(naming && { naming }),
      upscale,
      removeBackground,
      recursive,
      include,
      ignore,
      ...subjectIn(flags),
      resultNames: createResultNames(),
      onExisting: flags.onExisting,
      fresh: flags.fresh ?? false,
      perPhoto: createFolderOverrides(flags, context),
    }
    if (destination.toStdout) await checkIsOne(inputs, options)
    const planOptions = { ...options, ...(outFile !== undefined && { outFile }) }
    const found = await planFolder(inputs, planOptions)
    const plan = { ...found, leftOut: [...leftOut, ...found.leftOut] }
    for (const sentence of [...notes, ...found.notes]) context.note(toCliWording(sentence))
    if (plan.photos === 0 && !recursive) await checkSubfolders(inputs, typed, planOptions)
    if (plan.photos === 0) tellNoPhotos(typed, plan.leftOut, context.note)
    return { inputs, options: planOptions, plan, destination }
  } catch (error) {
    destination.dispose()
    throw error
  }
}

/** Returns the project's folder settings for a photo, except for typed flags. */
function createFolderOverrides(
  { typed }: EnhanceTaskFlags,
  { settings }: Context,
): NonNullable<EnhanceFolderOptions['perPhoto']> {
  const { project } = settings.config
  return ({ path }) => {
    const { preset, formats } = project && path !== null ? folderSettings(project, path) : {}
    return {
      ...(preset !== undefined && !typed.has('preset') && { preset: String(preset) }),
      ...(Array.isArray(formats) && !typed.has('formats') && { formats: formats as Format[] }),
    }
  }
}

async function checkIsOne(inputs: readonly FolderInput[], options: EnhanceTaskOptions): Promise<void> {
  const { perFile } = await planFolder(inputs, { ...options, stateFile: false, onExisting: 'overwrite' })
  if (perFile.length !== 1 || perFile[0]?.outputs.length !== 1) {
    throw new CliError(
      'Standard output can hold only one picture. Give one photo and one format, such as --formats square.',
    )
  }
}

async function checkSubfolders(
  inputs: readonly FolderInput[],
  typed: readonly string[],
  options: EnhanceTaskOptions,
): Promise<void> {
  const { photos } = await planFolder(inputs, { ...options, recursive: true })
  if (photos > 0) throw onlyBelow(typed, photos)
}
