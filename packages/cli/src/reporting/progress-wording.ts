import { duration } from '../base/text-layout.ts'
import { restMs, type UnderWay } from './progress-tracker.ts'
import { visible } from './run-wording.ts'

const STAGES: Readonly<Record<UnderWay['stage'], string>> = {
  uploading: 'sending the photo',
  waiting: 'waiting for its turn',
  working: 'at work',
  saving: 'saving the result',
}

/** What is being done, in the server's words where it has some. */
export const stepOf = ({ stage, progress }: UnderWay): string =>
  stage === 'working' && progress?.status ? visible(progress.status) : STAGES[stage]

/** How long it took so far, and how long the rest may take. */
export function timeOf(one: UnderWay): string {
  const rest = one.stage === 'working' ? restMs(one) : null
  return `${duration(one.elapsedMs)}${rest === null ? '' : `, about ${duration(rest)} left`}`
}

/** `ramen.jpg: Enlarging tile 4 of 12, 33 %, 12 s, about 24 s left` */
export function progressLine(one: UnderWay): string {
  const percent = one.progress && one.stage === 'working' ? [`${Math.floor(one.progress.percent)} %`] : []
  return `${visible(one.file)}: ${[stepOf(one), ...percent, timeOf(one)].join(', ')}`
}
