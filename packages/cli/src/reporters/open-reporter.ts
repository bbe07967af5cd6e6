import type { Context } from '../context/command-context.ts'
import type { Reporter } from '../reporting/run-reporter.ts'
import { loadScreen } from '../screens/load-screen.ts'
import { jsonReporter, ndjsonReporter } from './json-reporters.ts'
import { linesReporter } from './line-reporter.ts'

/** The reporter for this terminal. Ink is loaded where there is a screen to draw on, and nowhere else. */
export async function openReporter(context: Context, picturesOnStdout: boolean): Promise<Reporter> {
  const { settings, print, paint, around } = context
  if (settings.mode === 'ndjson') return ndjsonReporter(print)
  if (settings.mode === 'json') return jsonReporter(print)
  if (settings.mode === 'screen' && !picturesOnStdout) {
    const { boardReporter } = await loadScreen(settings, () => import('../screens/board-reporter.tsx'))
    return boardReporter(context)
  }
  const note = (line: string) => void around.stderr.write(`${line}\n`)
  return linesReporter({ print: picturesOnStdout ? note : print, note }, paint, settings)
}
