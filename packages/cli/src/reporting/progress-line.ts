import type { Context } from '../context/command-context.ts'
import { type ActiveFile, createProgressTracker, throttleReports } from './progress-tracker.ts'
import { timeText } from './progress-wording.ts'

/** Between two lines of a log. */
const NEWS_MS = 10_000
const SILENCE_MS = 30_000

/**
 * Tells how far a batch is: one line that changes in a terminal, events where JSON events were asked for, else a line now and
 * then. Nothing is said of what is done within a second.
 */
export function openProgressLine({ settings, environment, print, note }: Context) {
  const { stderr } = environment
  const inPlace = Boolean(stderr.isTTY) && !['json', 'ndjson'].includes(settings.mode) && !settings.quiet
  let isShown = false
  const sentence = (one: ActiveFile) => `${one.progress?.status ?? 'Sending the photos'}, ${timeText(one)}`
  const progress = createProgressTracker(
    inPlace
      ? ([one]) => {
          if (one) stderr.write(`\r${sentence(one)}\u001b[K`)
          isShown = one !== undefined
        }
      : settings.mode === 'ndjson'
        ? () => undefined
        : throttleReports((one) => note(sentence(one)), NEWS_MS, SILENCE_MS),
  )
  return {
    /** Photos are being sent. */
    begin: (): void => progress.update('', { stage: 'uploading' }),
    show(done: number, total: number, percent: number): void {
      if (settings.mode === 'ndjson') {
        print(JSON.stringify({ schemaVersion: 1, type: 'progress', done, total, percent }))
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
