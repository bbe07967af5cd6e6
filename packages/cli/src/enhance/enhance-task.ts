import type { ResultNamesOption } from '@platelight/sdk/folder-engine'
import { type EnhanceFolderOptions, type FolderInput, type FolderPlan, planFolder } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { toCliWording } from '../base/client-wording.ts'
import { folderSettings } from '../config/folder-settings.ts'
import type { Context } from '../context/command-context.ts'
import { createResultNames } from '../folder-run/result-names.ts'
import { onlyBelow } from '../folder-run/scan-photos.ts'
import { typedInputs } from '../folder-run/typed-inputs.ts'
import type { Format, OnExisting } from '../reporting/run-events.ts'
import { type Destination, destinationOf } from './enhance-destination.ts'

/** Flags that say what is to be done, as commander reads them: those of `enhance` and `estimate` alike. */
export interface EnhanceTaskFlags {
  readonly out?: string
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground?: boolean
  readonly upscale: boolean
  readonly recursive?: boolean
  readonly include?: readonly string[]
  readonly ignore?: readonly string[]
  readonly onExisting: OnExisting
  readonly fresh?: boolean
  /** Flags that were typed: what a project says of a folder does not come before them. */
  readonly typed: ReadonlySet<string>
}

export type EnhanceTaskOptions = EnhanceFolderOptions & ResultNamesOption

/** What is to be done, and what that means on this disk. Made without a server. */
export interface EnhanceTask {
  readonly inputs: readonly FolderInput[]
  readonly options: EnhanceTaskOptions
  readonly plan: FolderPlan
  readonly destination: Destination
}

/**
 * Turns what was typed into a task.
 *
 * @param purpose `plan` where no photo is looked at, `price` where none is written
 * @throws CliError for inputs that lead nowhere and places that cannot hold what was asked for; PlatelightError alike.
 */
export async function planEnhanceTask(
  typed: readonly string[],
  flags: EnhanceTaskFlags,
  context: Context,
  purpose: 'do' | 'price' | 'plan' = 'do',
): Promise<EnhanceTask> {
  const { cwd, stdin, stdout } = context.environment
  const { preset, formats, upscale, removeBackground = false, recursive = false, include = [], ignore = [] } = flags
  const stdoutIsTerminal = Boolean(stdout.isTTY) && purpose === 'do'
  const destination = destinationOf(typed, { cwd, out: flags.out, removeBackground, stdoutIsTerminal })
  try {
    const inputs = await typedInputs(typed, {
      cwd,
      ignore,
      out: destination.outDir,
      readStdin: async () => (purpose === 'plan' ? new Uint8Array() : Buffer.concat(await stdin.toArray())),
    })
    const { outDir, outFile } = destination
    const options: EnhanceTaskOptions = {
      ...(outDir !== undefined && { outDir }),
      ...{ cwd, preset, formats, upscale, removeBackground, recursive, include, ignore },
      resultNames: createResultNames(),
      ...{ onExisting: flags.onExisting, fresh: flags.fresh ?? false, perPhoto: byFolder(flags, context) },
    }
    if (destination.toStdout) await checkIsOne(inputs, options)
    const whole = { ...options, ...(outFile !== undefined && { outFile }) }
    const plan = await planFolder(inputs, whole)
    for (const sentence of plan.notes) context.note(toCliWording(sentence))
    if (plan.photos === 0 && !recursive) await checkDeeper(inputs, typed, whole)
    if (plan.photos === 0) context.note(`No photos in ${typed.join(', ')}.`)
    return { inputs, options: whole, plan, destination }
  } catch (error) {
    destination.dispose()
    throw error
  }
}

/** What the project says of a photo's folder, unless it was typed. */
function byFolder({ typed }: EnhanceTaskFlags, { settings }: Context): NonNullable<EnhanceFolderOptions['perPhoto']> {
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

async function checkDeeper(
  inputs: readonly FolderInput[],
  typed: readonly string[],
  options: EnhanceTaskOptions,
): Promise<void> {
  const { photos } = await planFolder(inputs, { ...options, recursive: true })
  if (photos > 0) throw onlyBelow(typed, photos)
}
