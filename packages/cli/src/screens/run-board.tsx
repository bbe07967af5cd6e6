import { Spinner } from '@inkjs/ui'
import { Box, Text } from 'ink'
import { duration } from '../base/text-layout.ts'
import { escapeControls, failureText, pauseSentence, STOP_SENTENCES } from '../reporting/run-wording.ts'
import { type ActivePhoto, type BoardState, remainingMs, settled } from './run-board-state.ts'

export interface BoardProps {
  readonly state: BoardState
  /** What is worked on: a folder's name, a file's, or a count. */
  readonly subject: string
  readonly preset: string
  /** Where results go, as it is shown. */
  readonly out: string
  readonly elapsedMs: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly columns: number
}

/** The most failures shown while photos are under way; the end lists all. */
const FAILURES_SHOWN = 4
const WIDEST = 88
/** A bar shorter than this says nothing. */
const SHORTEST = 8

/** A run under way: the whole as a bar, then each photo in hand, then what went wrong. */
export function Board({ state, subject, preset, out, elapsedMs, now, columns }: BoardProps) {
  const width = Math.min(columns, WIDEST) - 4
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
  // Where there is no room for a bar as well, the time is what can be missed.
  const rest = ` of ${state.total}${count.length + time.length + SHORTEST + 2 > width ? '' : time}`
  // Measured here rather than by the layout, which would show a bar of the last width for a moment.
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
