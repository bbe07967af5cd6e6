import { type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf, exitCodeOfRun } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'

/**
 * Does one thing to each of several. What the server refuses for one of them stops none of the others; anything else,
 * such as a server that is away, ends it, after what was done has been told.
 *
 * @param verb what was done, in JSON and in front of each line
 * @throws what refused the only one there was, or ended it
 */
export async function forEachId<Id extends string | number>(
  ids: readonly Id[],
  verb: string,
  work: (id: Id) => Promise<unknown>,
  context: Context,
): Promise<ExitCode> {
  const done: Id[] = []
  const failed: { id: Id; error: ErrorRecord }[] = []
  const codes: ExitCode[] = []
  let ended: { readonly error: unknown } | undefined
  for (const id of ids) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      if (ids.length === 1) throw error
      if (exitCodeOf(error) !== EXIT.rejected) {
        ended = { error }
        break
      }
      failed.push({ id, error: errorRecordOf(error) })
      codes.push(EXIT.rejected)
    }
  }
  if (!ended || done.length + failed.length > 0) {
    context.show({ [verb]: done, ...(failed.length > 0 && { failed }) }, () =>
      [
        ...done.map((id) => `${verb}  ${id}`),
        ...failed.map(({ id, error }) => `${context.colorize('red', 'failed')}  ${id}: ${error.message}`),
      ].join('\n'),
    )
  }
  if (ended) throw ended.error
  return exitCodeOfRun({ done: done.length, skipped: 0, failures: codes, stopped: undefined })
}
