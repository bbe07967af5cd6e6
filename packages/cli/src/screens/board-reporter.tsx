import type { Instance } from 'ink'
import type { Context } from '../context/command-context.ts'
import type { Reporter, RunInfo } from '../reporting/run-reporter.ts'
import { closingSentences, shortPath } from '../reporting/run-wording.ts'
import { draw } from './draw-screen.ts'
import { Board } from './run-board.tsx'
import { type BoardState, emptyBoard, onEvent } from './run-board-state.ts'
import { Summary } from './run-summary.tsx'

/** Interval of redraws that update the remaining time. */
const TICK_MS = 1000

/** Shows a run as a live board, and a summary at the end. */
export function createBoardReporter(context: Context): Reporter {
  const { stdout } = context.environment
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
    async end(outcome) {
      clearInterval(ticking)
      if (!screen) return
      const { files, summary } = outcome
      const done = files.filter(({ status }) => status === 'done')
      screen.rerender(
        <Summary
          done={summary.done}
          skipped={summary.skipped}
          failures={files.filter(({ status }) => status === 'failed')}
          pictures={done.reduce((count, { outputs }) => count + outputs.length, 0)}
          credits={run?.showsPrices ? summary.creditsUsed : undefined}
          elapsedMs={elapsedMs()}
          places={places()}
          sentences={closingSentences(outcome)}
          columns={stdout.columns || 80}
        />,
      )
      screen.unmount()
      await screen.waitUntilExit()
    },
  }
}
