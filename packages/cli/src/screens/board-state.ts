import type { FileEvent, Stage } from '../enhance/events.ts'

/** A photo under way. */
export interface ActivePhoto {
  readonly file: string
  readonly stage: Stage
}

/** All the board shows, as plain data. */
export interface BoardState {
  readonly total: number
  readonly done: number
  readonly skipped: number
  readonly failures: readonly FileEvent[]
  readonly active: readonly ActivePhoto[]
  readonly stopping: boolean
  /** When the server's pause is over, in the clock's milliseconds; null when there is none. */
  readonly pausedUntil: number | null
}

export const emptyBoard = (total: number): BoardState => ({
  total,
  done: 0,
  skipped: 0,
  failures: [],
  active: [],
  stopping: false,
  pausedUntil: null,
})

/** A photo moved on. It keeps its row, so that nothing jumps while one reads. */
export function onStage(state: BoardState, file: string, stage: Stage): BoardState {
  if (stage === 'waiting') return { ...state, active: state.active.filter((photo) => photo.file !== file) }
  const known = state.active.some((photo) => photo.file === file)
  const active = known
    ? state.active.map((photo) => (photo.file === file ? { file, stage } : photo))
    : [...state.active, { file, stage }]
  return { ...state, active, pausedUntil: null }
}

export function onFile(state: BoardState, event: FileEvent): BoardState {
  return {
    ...state,
    active: state.active.filter(({ file }) => file !== event.file),
    done: state.done + (event.status === 'done' ? 1 : 0),
    skipped: state.skipped + (event.status === 'skipped' ? 1 : 0),
    failures: event.status === 'failed' ? [...state.failures, event] : state.failures,
  }
}

/** How many photos are settled, one way or another. */
export const settled = ({ done, skipped, failures }: BoardState): number => done + skipped + failures.length

/**
 * Milliseconds the rest will take at the pace of the photos that were done; null before there are three, because a
 * guess from fewer would jump.
 */
export function remainingMs(state: BoardState, elapsedMs: number): number | null {
  const left = state.total - settled(state)
  return state.done < 3 || left === 0 ? null : (elapsedMs / state.done) * left
}
