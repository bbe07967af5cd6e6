import type { Instance } from 'ink'
import type { Context } from '../context/command-context.ts'
import { closingLines, endOfRun } from '../reporting/closing-lines.ts'
import type { Reporter, RunInfo } from '../reporting/run-reporter.ts'
import { escapeControls, shortPath } from '../reporting/run-wording.ts'
import { onSeveralLines, tellPhoto } from '../reporting/told-photo.ts'
import { draw } from './draw-screen.ts'
import { Board } from './run-board.tsx'
import { type BoardState, emptyBoard, onEvent } from './run-board-state.ts'

/** Interval of redraws that update the remaining time. */
const TICK_MS = 1000

/** What matters most stands last, beside the prompt. Photos that were there already are only counted. */
const RANKS = ['done', 'look first', 'failed', 'waiting']

/** Shows a run as a live board, and a summary at the end. */
export function createBoardReporter(context: Context): Reporter {
  const { stdout } = context.environment
  const { colorize, settings, typed } = context
  let run: RunInfo | undefined
  let state: BoardState = emptyBoard(0)
  let screen: Instance | undefined
  let ticking: NodeJS.Timeout | undefined
  let preset = ''

  const places = () => (run?.roots ?? []).map((root) => shortPath(root, run?.cwd ?? ''))
  const elapsedMs = () => Date.now() - (run?.startedAt ?? Date.now())
  const board = () => (
    <Board
      state={state}
      subject={run?.subject ?? ''}
      preset={preset}
      out={places().join(', ')}
      elapsedMs={elapsedMs()}
      now={Date.now()}
      columns={stdout.columns || 80}
    />
  )
  const change = (next: BoardState) => {
    state = next
    screen?.rerender(board())
  }

  return {
    begin(info) {
      run = info
    },
    event(event) {
      if (event.type !== 'start') return change(onEvent(state, event))
      // Draw only now, so that a refused run shows no board.
      if (event.total === 0) return
      preset = event.preset
      state = { ...state, total: event.total }
      screen = draw(board(), context)
      ticking = setInterval(() => screen?.rerender(board()), TICK_MS)
    },
    stopping: () => change({ ...state, stopping: true }),
    release() {
      clearInterval(ticking)
      screen?.unmount()
    },
    async end(outcome, beforeClosing) {
      clearInterval(ticking)
      if (!screen) return
      // The board makes room for what stays.
      screen.rerender(null)
      screen.unmount()
      await screen.waitUntilExit()
      if (!run) return
      const options = { typed, cwd: run.cwd, verbose: settings.verbose, root: run.roots[0] }
      const told = outcome.files
        .map((photo) => ({ photo, rank: RANKS.indexOf(tellPhoto(photo, options).word) }))
        .filter(({ rank }) => rank >= 0)
        .toSorted((a, b) => a.rank - b.rank)
      for (const { photo } of told) context.tell(onSeveralLines(photo, escapeControls(photo.file), options, colorize))
      context.tell('')
      await beforeClosing?.()
      const { helps, counts, remarks, next } = closingLines(endOfRun(outcome, run), context)
      context.tell([...counts, ...helps, ...remarks, ...next].join('\n'))
    },
  }
}
