import type { BatchEvent, FileEvent, PauseReason, Stage, StopReason } from '../reporting/run-events.ts'

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
  /** Why nothing is sent, and until when; null while something is. */
  readonly pause: { readonly reason: PauseReason; readonly resumesAt: string } | null
  /** Why nothing further is begun, before the end. */
  readonly stopped: StopReason | null
}

export const emptyBoard = (total: number): BoardState => ({
  total,
  done: 0,
  skipped: 0,
  failures: [],
  active: [],
  stopping: false,
  pause: null,
  stopped: null,
})

/** What the board shows after an event. */
export function onEvent(state: BoardState, event: BatchEvent): BoardState {
  if (event.type === 'progress') return onStage(state, event.file, event.stage)
  if (event.type === 'file') return onFile(state, event)
  if (event.type === 'paused') return { ...state, pause: event }
  if (event.type === 'resumed') return { ...state, pause: null }
  return event.type === 'stopped' ? { ...state, stopped: event.reason } : state
}

/** A photo moved on. It keeps its row, so that nothing jumps while one reads. */
function onStage(state: BoardState, file: string, stage: Stage): BoardState {
  if (stage === 'waiting') return { ...state, active: state.active.filter((photo) => photo.file !== file) }
  const known = state.active.some((photo) => photo.file === file)
  const active = known
    ? state.active.map((photo) => (photo.file === file ? { file, stage } : photo))
    : [...state.active, { file, stage }]
  return { ...state, active }
}

function onFile(state: BoardState, event: FileEvent): BoardState {
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
