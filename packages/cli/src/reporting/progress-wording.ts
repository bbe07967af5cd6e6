import { duration } from '../base/text-layout.ts'
import { type ActiveFile, remainingMs } from './progress-tracker.ts'
import { escapeControls } from './run-wording.ts'

const STAGES: Readonly<Record<ActiveFile['stage'], string>> = {
  uploading: 'uploading the photo',
  waiting: 'queued',
  working: 'processing',
  saving: 'saving the result',
}

/** The current step: the server's status text if there is file. */
export const stepText = ({ stage, progress }: ActiveFile): string =>
  stage === 'working' && progress?.status ? escapeControls(progress.status) : STAGES[stage]

/** The elapsed time and the estimated remaining time. */
export function timeText(file: ActiveFile): string {
  const rest = file.stage === 'working' ? remainingMs(file) : null
  return `${duration(file.elapsedMs)}${rest === null ? '' : `, about ${duration(rest)} left`}`
}

/** `ramen.jpg: Enlarging tile 4 of 12, 33 %, 12 s, about 24 s left` */
export function progressText(file: ActiveFile): string {
  const percent = file.progress && file.stage === 'working' ? [`${Math.floor(file.progress.percent)} %`] : []
  return `${escapeControls(file.file)}: ${[stepText(file), ...percent, timeText(file)].join(', ')}`
}
