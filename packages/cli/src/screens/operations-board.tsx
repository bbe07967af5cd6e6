import { Spinner } from '@inkjs/ui'
import { Box, type Instance, Static, Text } from 'ink'
import type { Context } from '../context/command-context.ts'
import type { ActiveFile } from '../reporting/progress-tracker.ts'
import { stepText, timeText } from '../reporting/progress-wording.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import { draw } from './draw-screen.ts'

const BAR = 16

/** Shows files under way below what was printed before, and lets lines through above them. */
export function openOperationsBoard(context: Context) {
  const { stdout } = context.environment
  const lines: string[] = []
  let underWay: readonly ActiveFile[] = []
  const board = () => <OperationsBoard lines={[...lines]} underWay={underWay} columns={stdout.columns || 80} />
  const screen: Instance = draw(board(), context)
  return {
    show(now: readonly ActiveFile[]): void {
      underWay = now
      screen.rerender(board())
    },
    print(line: string): void {
      lines.push(line)
      screen.rerender(board())
    },
    async close(): Promise<void> {
      underWay = []
      screen.rerender(board())
      screen.unmount()
      await screen.waitUntilExit()
    },
  }
}

export interface OperationsBoardProps {
  /** What was printed: it stays above. */
  readonly lines: readonly string[]
  readonly underWay: readonly ActiveFile[]
  readonly columns: number
}

export function OperationsBoard({ lines, underWay, columns }: OperationsBoardProps) {
  return (
    <>
      <Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>
      <Box flexDirection="column" width={columns}>
        {underWay.map((one) => (
          <Row key={one.file} one={one} columns={columns} />
        ))}
      </Box>
    </>
  )
}

function Row({ one, columns }: { readonly one: ActiveFile; readonly columns: number }) {
  const percent = one.stage === 'working' ? one.progress?.percent : undefined
  const full = Math.round(((percent ?? 0) / 100) * BAR)
  return (
    <Box gap={1}>
      <Spinner />
      <Text wrap="truncate-end">
        {escapeControls(one.file)}{' '}
        {percent !== undefined && columns >= 60 && <Text color="green">{'█'.repeat(full)}</Text>}
        {percent !== undefined && columns >= 60 && <Text dimColor>{`${'░'.repeat(BAR - full)} `}</Text>}
        {percent !== undefined && `${Math.floor(percent)} % `}
        <Text dimColor>{`${stepText(one)} · ${timeText(one)}`}</Text>
      </Text>
    </Box>
  )
}
