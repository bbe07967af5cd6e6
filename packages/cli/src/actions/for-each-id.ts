import { type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf, exitCodeOfRun } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'

/**
 * Calls `work` for each id in turn and reports the results. An id that the server rejects does not stop the others. Any
 * other error, such as an unreachable server, aborts the loop; the ids processed so far are still reported.
 *
 * @param doneLabel names the successful ids: the JSON key, and the first word of each text line
 * @throws the rejection if there is only one id, and any error that aborted the loop
 */
export async function forEachId<Id extends string | number>(
  ids: readonly Id[],
  doneLabel: string,
  work: (id: Id) => Promise<unknown>,
  context: Context,
): Promise<ExitCode> {
  const done: Id[] = []
  const failed: { id: Id; error: ErrorRecord }[] = []
  const codes: ExitCode[] = []
  let aborted: { readonly error: unknown } | undefined
  for (const id of ids) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      if (ids.length === 1) throw error
      if (exitCodeOf(error) !== EXIT.rejected) {
        aborted = { error }
        break
      }
      failed.push({ id, error: errorRecordOf(error) })
      codes.push(EXIT.rejected)
    }
  }
  if (!aborted || done.length + failed.length > 0) {
    context.show({ [doneLabel]: done, ...(failed.length > 0 && { failed }) }, () =>
      [
        ...done.map((id) => `${doneLabel}  ${id}`),
        ...failed.map(({ id, error }) => `${context.colorize('red', 'failed')}  ${id}: ${error.message}`),
      ].join('\n'),
    )
  }
  if (aborted) throw aborted.error
  return exitCodeOfRun({ done: done.length, skipped: 0, failures: codes, stopped: undefined })
}
