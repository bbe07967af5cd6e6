import { readFile } from 'node:fs/promises'
import type { BatchEvent, FileEvent } from '../reporting/run-events.ts'

/** Sends the temporary file that a run wrote to standard output, and replaces its path by `-` in events. */
export function createStdoutResult(outFile: string | undefined) {
  const file = (event: FileEvent): FileEvent => ({
    ...event,
    outputs: event.outputs.map((output) => (output.path === outFile ? { ...output, path: '-' } : output)),
  })
  return {
    file,
    event(event: BatchEvent): BatchEvent {
      if (event.type === 'file') return file(event)
      return event.type === 'start' || event.type === 'summary' ? { ...event, out: null } : event
    },
    async write({ outputs }: FileEvent, stdout: NodeJS.WritableStream): Promise<void> {
      for (const { path } of outputs) {
        const bytes = await readFile(path)
        await new Promise<void>((done, fail) =>
          stdout.write(bytes, (error?: Error | null) => (error ? fail(error) : done())),
        )
      }
    },
  }
}
