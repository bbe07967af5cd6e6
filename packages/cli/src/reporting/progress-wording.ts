import { duration } from '../base/text-layout.ts'
import { type ActiveFile, remainingMs } from './progress-tracker.ts'
import { escapeControls } from './run-wording.ts'

const STAGES: Readonly<Record<ActiveFile['stage'], string>> = {
  uploading: 'sending the photo',
  waiting: 'waiting for its turn',
  working: 'at work',
  saving: 'saving the result',
}

/** What is being done, in the server's words where it has some. */
export const stepText = ({ stage, progress }: ActiveFile): string =>
  stage === 'working' && progress?.status ? escapeControls(progress.status) : STAGES[stage]

/** How long it took so far, and how long the rest may take. */
export function timeText(one: ActiveFile): string {
  const rest = one.stage === 'working' ? remainingMs(one) : null
  return `${duration(one.elapsedMs)}${rest === null ? '' : `, about ${duration(rest)} left`}`
}

/** `ramen.jpg: Enlarging tile 4 of 12, 33 %, 12 s, about 24 s left` */
export function progressText(one: ActiveFile): string {
  const percent = one.progress && one.stage === 'working' ? [`${Math.floor(one.progress.percent)} %`] : []
  return `${escapeControls(one.file)}: ${[stepText(one), ...percent, timeText(one)].join(', ')}`
}
