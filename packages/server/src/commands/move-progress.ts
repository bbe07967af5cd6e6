import type { MoveProgress } from '../process/move/move-data.ts'

/** A file or a pipe gets a line for each step, and then one in so many milliseconds. */
const LINE_MS = 10_000
const REDRAW_MS = 100

/** Shows how far a move is: in one line that changes on a terminal, in plain lines elsewhere. */
export function createMoveProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let step = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(progress: MoveProgress): void {
      const isNew = progress.step !== step
      step = progress.step
      const now = performance.now()
      if (!isNew && now - shownAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return
      shownAt = now
      stream.write(stream.isTTY ? `\r\u001b[2K${text(progress)}` : `${text(progress)}\n`)
    },
    end(): void {
      if (stream.isTTY && step !== '') stream.write('\r\u001b[2K')
    },
  }
}

const shown = (value: number) => value.toLocaleString('en')

function text(progress: MoveProgress): string {
  if (progress.step === 'pictures') {
    const { blobs, of, bytes } = progress
    return `copying and comparing pictures: ${shown(blobs)} of ${shown(of)}, ${shown(Math.ceil(bytes / 1e6))} MB`
  }
  const { step, table, rows, of } = progress
  return `${step} the table ${table}: ${shown(rows)}${of === undefined ? '' : ` of ${shown(of)}`} rows`
}
