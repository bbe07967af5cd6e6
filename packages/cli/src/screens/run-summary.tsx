import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { counted, duration } from '../base/text-layout.ts'
import type { FileEvent } from '../reporting/run-events.ts'
import { escapeControls, failureText } from '../reporting/run-wording.ts'

export interface SummaryProps {
  readonly done: number
  readonly skipped: number
  readonly failures: readonly FileEvent[]
  /** Pictures written. */
  readonly pictures: number
  /** Credits spent; undefined if prices are not shown. */
  readonly credits: number | undefined
  readonly elapsedMs: number
  /** The displayed paths of the result folders. */
  readonly places: readonly string[]
  /** Closing sentences: why the run stopped and what to do. */
  readonly sentences: readonly string[]
  readonly columns: number
}

/** The summary of a run: counts, each failure with its reason, and the result folders. */
export function Summary(props: SummaryProps) {
  const { done, skipped, failures, pictures, credits, elapsedMs, places, sentences, columns } = props
  return (
    <Box flexDirection="column" paddingX={2} paddingY={1} width={columns}>
      {done > 0 && (
        <Line mark="✓" color="green">
          {counted(done, 'photo')} enhanced
          <Text dimColor>
            {' '}
            · {counted(pictures, 'picture')}
            {credits === undefined ? '' : ` · ${counted(credits, 'credit')}`} · {duration(elapsedMs)}
          </Text>
        </Line>
      )}
      {skipped > 0 && <Line mark="·">{counted(skipped, 'photo')} already there</Line>}
      {failures.length > 0 && (
        <Line mark="✗" color="red">
          {counted(failures.length, 'photo')} failed
        </Line>
      )}
      {failures.map((event) => (
        <Box key={event.file} marginLeft={4} columnGap={1} flexWrap="wrap">
          <Text>{escapeControls(event.file)}</Text>
          <Text dimColor>{failureText(event)}</Text>
        </Box>
      ))}
      {done + skipped > 0 && places.length > 0 && (
        <Box marginTop={1} gap={2}>
          <Text dimColor>Results</Text>
          <Box flexDirection="column">
            {places.map((place) => (
              <Text key={place}>{escapeControls(place)}</Text>
            ))}
          </Box>
        </Box>
      )}
      {sentences.length > 0 && (
        <Box marginTop={1} flexDirection="column">
          {sentences.map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Box>
      )}
    </Box>
  )
}

function Line({
  mark,
  color,
  children,
}: {
  readonly mark: string
  readonly color?: string
  readonly children: ReactNode
}) {
  return (
    <Box gap={1}>
      <Text {...(color && { color })}>{mark}</Text>
      <Text>{children}</Text>
    </Box>
  )
}
