import type { Context } from '../context/command-context.ts'
import { type ActiveFile, createProgressTracker, throttleReports } from './progress-tracker.ts'
import { timeText } from './progress-wording.ts'

/** Minimum time between two log lines, with and without new progress. */
const UPDATE_MS = 10_000
const UNCHANGED_MS = 30_000

/**
 * Shows the progress of a batch: one changing line on a terminal, events in NDJSON mode, otherwise occasional lines. Work
 * of less than a second is not shown.
 */
export function openProgressLine({ settings, environment, print, note }: Context) {
  const { stderr } = environment
  const inPlace = Boolean(stderr.isTTY) && !['json', 'ndjson'].includes(settings.mode) && !settings.quiet
  let isShown = false
  const sentence = (batch: ActiveFile) => `${batch.progress?.status ?? 'Uploading the photos'}, ${timeText(batch)}`
  const progress = createProgressTracker(
    inPlace
      ? ([batch]) => {
          if (batch) stderr.write(`\r${sentence(batch)}\u001b[K`)
          isShown = batch !== undefined
        }
      : settings.mode === 'ndjson'
        ? () => undefined
        : throttleReports((batch) => note(sentence(batch)), UPDATE_MS, UNCHANGED_MS),
  )
  return {
    /** Reports that photos are being uploaded. */
    begin: (): void => progress.update('', { stage: 'uploading' }),
    show(done: number, total: number, percent: number): void {
      if (settings.mode === 'ndjson') {
        print(JSON.stringify({ schemaVersion: 2, type: 'progress', done, total, percent }))
      }
      const status = `${Math.floor(done)} of ${total} done, ${percent} %`
      progress.update('', { stage: 'working', progress: { current: done, total, percent, status } })
    },
    clear(): void {
      progress.close()
      if (isShown) stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}
