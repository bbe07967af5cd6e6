import type { Context } from '../context.ts'
import type { PoolResult, TaskEvent } from '../operations/pool.ts'
import { counted } from '../paint.ts'
import { remarks, shortPath, visible } from '../reporters/wording.ts'

/** Tells of an operation while it goes on: a line a file, JSON events, or one document at the end. */
export function operationReporter(context: Context, picturesOnStdout: boolean) {
  const { settings, print, note, paint, around } = context
  const { mode, quiet } = settings
  const inJson = mode === 'json' || mode === 'ndjson'
  // Where the picture itself goes to standard output, everything said goes beside it.
  const say = picturesOnStdout ? (line: string) => void around.stderr.write(`${line}\n`) : print

  function lineOf({ status, file: name, outputs, error }: TaskEvent): string {
    const file = visible(name)
    if (status === 'failed') {
      return `${paint('red', 'failed ')}  ${file}: ${visible(error?.message ?? '')} (${error?.code})`
    }
    const paths = outputs.map(({ path }) => (path === '-' ? 'standard output' : visible(shortPath(path, around.cwd))))
    if (status === 'skipped') return `${paint('dim', 'skipped')}  ${file}: ${paths.join(', ')} is already there`
    return paths.length === 0 ? '' : `${paint('green', 'done   ')}  ${file} -> ${paths.join(', ')}`
  }

  return {
    file(event: TaskEvent): void {
      if (mode === 'ndjson') print(JSON.stringify(event))
      if (inJson) return
      const line = lineOf(event)
      if (event.status === 'failed') say(line)
      else if (!quiet && line !== '')
        say([line, ...(event.told ?? []).map((one) => `         ${visible(one)}`)].join('\n'))
    },

    stopping(): void {
      note('Stopping: what is under way is finished first. Ctrl-C again stops at once.')
    },

    end({ files, summary, exitCode }: PoolResult): void {
      if (mode === 'json') print(JSON.stringify({ schemaVersion: 1, files, summary }, null, 2))
      if (mode === 'ndjson') print(JSON.stringify(summary))
      if (inJson || quiet) return
      const { done, failed, skipped, remaining, error } = summary
      if (files.length > 1) {
        const parts = [`${done} done`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
        say(`${parts.filter(Boolean).join(', ')}.`)
      }
      for (const remark of remarks(files)) note(remark)
      if (skipped > 0) note('What is there is kept as it is; --on-existing overwrite makes it anew.')
      if (error && failed === 0) note(error.message)
      if (remaining) note(`${counted(remaining, 'photo')} left.`)
      if (exitCode !== 0 && files.length + (remaining ?? 0) > 1) {
        note('Run the same command again to go on; nothing is paid for twice within a day.')
      }
    },
  }
}
