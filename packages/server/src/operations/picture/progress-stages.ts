import type { WorkContext } from '../define-work.ts'

const STAGES = ['Reading the photo', 'Working on the photo', 'Writing the result'] as const

type Stage = (typeof STAGES)[number]

/** The part of the context that reports progress. */
export type Reporting = Pick<WorkContext, 'report'>

/**
 * Reports which of the three stages of work on one picture starts. Work that counts tiles, steps or photos reports those
 * instead.
 *
 * @example beginStage(context, 'Writing the result')
 */
export const beginStage = ({ report }: Reporting, stage: Stage): void =>
  report?.({ current: STAGES.indexOf(stage), total: STAGES.length, status: stage })
