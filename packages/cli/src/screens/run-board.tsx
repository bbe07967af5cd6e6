import { Spinner } from '@inkjs/ui'
import { Box, Text } from 'ink'
import { duration } from '../base/text-layout.ts'
import { escapeControls, failureText, pauseSentence, STOP_SENTENCES } from '../reporting/run-wording.ts'
import { type ActivePhoto, type BoardState, remainingMs, settled } from './run-board-state.ts'

export interface BoardProps {
  readonly state: BoardState
  /** The inputs: the name of a folder or a file, or a count. */
  readonly subject: string
  readonly preset: string
  /** The displayed destination of the results. */
  readonly out: string
  readonly elapsedMs: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly columns: number
}

/** Maximum number of failures on the board; the summary lists all. */
const FAILURES_SHOWN = 4
const MAX_WIDTH = 88
/** A shorter bar would show too little. */
const MIN_BAR = 8

/** A run in progress: an overall bar, then the photos in progress, then the failures. */
export function Board({ state, subject, preset, out, elapsedMs, now, columns }: BoardProps) {
  const width = Math.min(columns, MAX_WIDTH) - 4
  return (
    <Box flexDirection="column" paddingX={2} paddingY={1} width={width + 4}>
      <Box justifyContent="space-between">
        <Text bold wrap="truncate-middle">
          {escapeControls(subject)}
        </Text>
        <Text dimColor> {preset}</Text>
      </Box>
      <Overall state={state} elapsedMs={elapsedMs} width={width} />
      <Box flexDirection="column" marginTop={1}>
        {state.active.map((photo) => (
          <Active key={photo.file} photo={photo} width={width} />
        ))}
        {state.active.length === 0 && <Text dimColor>…</Text>}
      </Box>
      <Failures state={state} />
      <Box marginTop={1}>
        <Footer state={state} out={out} now={now} />
      </Box>
    </Box>
  )
}

function Overall({ state, elapsedMs, width }: Pick<BoardProps, 'state' | 'elapsedMs'> & { readonly width: number }) {
  const over = settled(state)
  const left = remainingMs(state, elapsedMs)
  const count = `${over} of ${state.total}`
  const time = left === null ? '' : `  about ${duration(left)} left`
  // Leave out the time if there is no room for it beside the bar.
  const rest = ` of ${state.total}${count.length + time.length + MIN_BAR + 2 > width ? '' : time}`
  // Computed here, because the layout engine would briefly show a bar of the previous width.
  const bar = Math.max(1, width - `${over}${rest}`.length - 2)
  const full = state.total === 0 ? bar : Math.round((over / state.total) * bar)
  return (
    <Box marginTop={1}>
      <Text color="green">{'█'.repeat(full)}</Text>
      <Text dimColor>{'░'.repeat(bar - full)}</Text>
      <Text>{`  ${over}`}</Text>
      <Text dimColor>{rest}</Text>
    </Box>
  )
}

function Active({ photo, width }: { readonly photo: ActivePhoto; readonly width: number }) {
  return (
    <Box gap={1}>
      <Spinner />
      <Box width={width - 14}>
        <Text wrap="truncate-middle">{escapeControls(photo.file)}</Text>
      </Box>
      <Text dimColor>{photo.stage}</Text>
    </Box>
  )
}

function Failures({ state: { failures } }: Pick<BoardProps, 'state'>) {
  if (failures.length === 0) return null
  const shown = failures.slice(-FAILURES_SHOWN)
  const earlier = failures.length - shown.length
  return (
    <Box flexDirection="column" marginTop={1}>
      {earlier > 0 && <Text dimColor>{earlier} more failed</Text>}
      {shown.map((event) => (
        <Text key={event.file} wrap="truncate-end">
          <Text color="red">✗</Text> {escapeControls(event.file)} <Text dimColor>{failureText(event)}</Text>
        </Text>
      ))}
    </Box>
  )
}

function Footer({ state, out, now }: Pick<BoardProps, 'state' | 'out' | 'now'>) {
  const { pause, stopped, stopping, skipped } = state
  const urgent = stopping
    ? 'Finishing the photos in progress. Press Ctrl-C again to stop immediately.'
    : stopped
      ? `${STOP_SENTENCES[stopped]} Finishing the photos in progress.`
      : pause && pauseSentence(pause, now)
  if (urgent) return <Text color="yellow">{urgent}</Text>
  return (
    <Text dimColor wrap="truncate-middle">
      {skipped > 0 ? `${skipped} already there · ` : ''}into {escapeControls(out)}
    </Text>
  )
}
