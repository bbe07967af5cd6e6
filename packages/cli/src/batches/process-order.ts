import type { Platelight, SubjectHint } from '@platelight/sdk'
import type { SubjectFlags } from '../folder-run/subject-flags.ts'
import { type PICTURE_FORMATS, PROCESS_STEPS } from '../generated/cli-enums.ts'
import type { OperationFlags } from '../operations/operation-items.ts'

export type Step = Parameters<Platelight['images']['process']>[0]['steps'][number]

const typedName = (step: Step): string => step.replaceAll('_', '-')

/** The typed names of the processing steps. */
export const STEPS: readonly string[] = PROCESS_STEPS.map(typedName)

/** The steps with these typed names, in their order. */
export const stepsOf = (typed: readonly string[]): Step[] =>
  typed.flatMap((name) => PROCESS_STEPS.filter((step) => typedName(step) === name))

/** The options of an order, the same for every photo. */
export interface ProcessRequest {
  readonly steps: readonly Step[]
  readonly scale?: 2 | 4
  readonly subject?: SubjectHint
  readonly format?: (typeof PICTURE_FORMATS)[number]
}

/** Maximum number of pictures per batch. */
export const BATCH = 100

/** Flags of `platelight process`, as commander reads them. */
export interface ProcessFlags extends OperationFlags, SubjectFlags {
  /** Absent if neither was typed nor a recipe has steps. */
  readonly do?: readonly string[]
  readonly scale?: 2 | 4
  readonly format?: NonNullable<ProcessRequest['format']>
}
