import { Spinner } from '@inkjs/ui'
import { Box, type Instance, Static, Text } from 'ink'
import type { Context } from '../context/command-context.ts'
import type { ActiveFile } from '../reporting/progress-tracker.ts'
import { stepText, timeText } from '../reporting/progress-wording.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import { draw } from './draw-screen.ts'

const BAR = 16
const LINE_UP = '\x1b[1A'

/** Shows files in progress below the printed lines. New lines appear above them. */
export function openOperationsBoard(context: Context) {
  const { stdout } = context.environment
  const lines: string[] = []
  let active: readonly ActiveFile[] = []
  const board = () => <OperationsBoard lines={[...lines]} active={active} columns={stdout.columns || 80} />
  const screen: Instance = draw(board(), context)
  return {
    show(now: readonly ActiveFile[]): void {
      active = now
      screen.rerender(board())
    },
    print(line: string): void {
      lines.push(line)
      screen.rerender(board())
    },
    async close(): Promise<void> {
      active = []
      screen.rerender(board())
      screen.unmount()
      await screen.waitUntilExit()
      // The screen ends with an empty line, in which the next text begins.
      stdout.write(LINE_UP)
    },
  }
}

export interface OperationsBoardProps {
  /** Printed lines, shown above the files. */
  readonly lines: readonly string[]
  readonly active: readonly ActiveFile[]
  readonly columns: number
}

export function OperationsBoard({ lines, active, columns }: OperationsBoardProps) {
  return (
    <>
      <Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>
      {active.length > 0 && (
        <Box flexDirection="column" width={columns}>
          {active.map((file) => (
            <Row key={file.file} file={file} columns={columns} />
          ))}
        </Box>
      )}
    </>
  )
}

function Row({ file, columns }: { readonly file: ActiveFile; readonly columns: number }) {
  const percent = file.stage === 'working' ? file.progress?.percent : undefined
  const full = Math.round(((percent ?? 0) / 100) * BAR)
  return (
    <Box gap={1}>
      <Spinner />
      <Text wrap="truncate-end">
        {escapeControls(file.file)}{' '}
        {percent !== undefined && columns >= 60 && <Text color="green">{'█'.repeat(full)}</Text>}
        {percent !== undefined && columns >= 60 && <Text dimColor>{`${'░'.repeat(BAR - full)} `}</Text>}
        {percent !== undefined && `${Math.floor(percent)} % `}
        <Text dimColor>{`${stepText(file)} · ${timeText(file)}`}</Text>
      </Text>
    </Box>
  )
}
