import type { Context } from '../context/command-context.ts'
import type { Reporter } from '../reporting/run-reporter.ts'
import { loadScreen } from '../screens/load-screen.ts'
import { createJsonReporter, createNdjsonReporter } from './json-reporters.ts'
import { createLineReporter } from './line-reporter.ts'

/** Opens the reporter for the output mode. Ink is loaded only for the live screen. */
export async function openReporter(context: Context, picturesOnStdout: boolean): Promise<Reporter> {
  const { settings, print, colorize, environment } = context
  if (settings.mode === 'ndjson') return createNdjsonReporter(print)
  if (settings.mode === 'json') return createJsonReporter(print)
  if (settings.mode === 'screen' && !picturesOnStdout) {
    const { createBoardReporter } = await loadScreen(settings, () => import('../screens/board-reporter.tsx'))
    return createBoardReporter(context)
  }
  const note = (line: string) => void environment.stderr.write(`${line}\n`)
  return createLineReporter({ print: picturesOnStdout ? note : print, note }, colorize, settings)
}
