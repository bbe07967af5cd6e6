import type { BatchEvent, FileEvent, PauseReason, Stage, StopReason } from '../reporting/run-events.ts'

/** A photo in progress. */
export interface ActivePhoto {
  readonly file: string
  readonly stage: Stage
}

/** The state of the board, as plain data. */
export interface BoardState {
  readonly total: number
  readonly done: number
  readonly skipped: number
  readonly failures: readonly FileEvent[]
  readonly active: readonly ActivePhoto[]
  readonly stopping: boolean
  /** The current pause with its reason and end; null if there is none. */
  readonly pause: { readonly reason: PauseReason; readonly resumesAt: string } | null
  /** Why no further photos are started; null if the run continues. */
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

/** The state after an event. */
export function onEvent(state: BoardState, event: BatchEvent): BoardState {
  if (event.type === 'progress') return onStage(state, event.file, event.stage)
  if (event.type === 'file') return onFile(state, event)
  if (event.type === 'paused') return { ...state, pause: event }
  if (event.type === 'resumed') return { ...state, pause: null }
  return event.type === 'stopped' ? { ...state, stopped: event.reason } : state
}

/** Updates the stage of a photo. Its row keeps its place, so that the board does not jump. */
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

/** Number of photos that are done, skipped or failed. */
export const settled = ({ done, skipped, failures }: BoardState): number => done + skipped + failures.length

/**
 * Remaining milliseconds at the average pace of the finished photos; null before three are done, because the estimate
 * would jump.
 */
export function remainingMs(state: BoardState, elapsedMs: number): number | null {
  const remaining = state.total - settled(state)
  return state.done < 3 || remaining === 0 ? null : (elapsedMs / state.done) * remaining
}
