import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { AWAY, BACK, createAbsenceWait } from '../../jobs/absence-wait.ts'
import { changesOf, changesOfAll, isOver, type JobChange, type JobsView } from '../../jobs/job-changes.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
import { loadScreen } from '../../screens/load-screen.ts'

export interface WatchFlags {
  /** Keeps watching when no job is running. */
  readonly follow?: boolean
}

/** `platelight jobs watch`: watches one job until it ends (exit code 9 if it failed), or all running jobs. */
export const watchJobs = (
  id: string | undefined,
  { follow = false }: WatchFlags,
  context: Context,
): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    if (id !== undefined && follow)
      throw new CliError('--follow watches all jobs. A single job is always followed to its end.')
    const interrupts = onInterrupt(() => undefined)
    const signal = interrupts.finish
    const view = await viewOf(context)
    let last: JobChange | undefined
    if (follow) context.note('Showing jobs as they start. Press Ctrl-C to stop.')
    try {
      const watching = { signal, patience: createAbsenceWait(signal, view.away) }
      const changes = id === undefined ? changesOfAll(client, follow, watching) : changesOf(client, id, watching)
      for await (last of changes) view.change(last)
    } catch (error) {
      if (!signal.aborted) throw error
      // Only an interrupt ends --follow, so it is not an error.
      if (follow && signal.reason === EXIT.interrupted) return EXIT.ok
      throw new CliError('Stopped watching; the jobs continue.', signal.reason as ExitCode, 'aborted')
    } finally {
      interrupts.release()
      await view.end()
    }
    if (!last && !follow) context.note('No job is running.')
    return id !== undefined && last?.error ? EXIT.jobFailed : EXIT.ok
  })

async function viewOf(context: Context): Promise<JobsView> {
  if (context.settings.mode !== 'screen') return lines(context)
  const { jobsBoard } = await loadScreen(context.settings, () => import('../../screens/jobs-board.tsx'))
  return jobsBoard(context)
}

/** Prints one line or one JSON event per change. */
function lines({ settings, print, note, colorize }: Context): JobsView {
  const inJson = settings.mode === 'json' || settings.mode === 'ndjson'
  return {
    change(change) {
      const { id, type, state, progress, error } = change
      if (inJson) {
        const job = { job_id: id, ...(type && { job_type: type }), state, progress, error }
        return print(JSON.stringify({ schemaVersion: 2, type: 'job', ...job }))
      }
      if (settings.quiet && !error) return
      const color = error ? 'red' : isOver(change) ? 'green' : 'dim'
      print(
        [escapeControls(id), ...(type ? [type.padEnd(17)] : []), colorize(color, state.padEnd(9)), detailOf(change)]
          .join('  ')
          .trimEnd(),
      )
    },
    away: (isAway) => note(isAway ? AWAY : BACK),
    end: async () => undefined,
  }
}

/** The progress, or the reason of the failure. */
export function detailOf({ progress, error }: JobChange): string {
  if (error) return `${escapeControls(error.message)} (${error.code})`
  return progress ? `${Math.round(progress.percent)} %  ${escapeControls(progress.status)}`.trimEnd() : ''
}
