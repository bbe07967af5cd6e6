import { Box, type Instance, Text } from 'ink'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { AWAY } from '../jobs/absence-wait.ts'
import { isOver, type JobChange, type JobsView } from '../jobs/job-changes.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import { draw } from './draw-screen.ts'

/** Number of ended jobs that stay visible. */
const ENDED_SHOWN = 6
const BAR = 12

/** Shows running jobs as a live board; its last state stays visible. */
export function jobsBoard(context: Context): JobsView {
  const { stdout } = context.environment
  const jobs = new Map<string, JobChange>()
  let screen: Instance | undefined
  let isAway = false
  const board = () => (
    <JobsBoard
      jobs={[...jobs.values()]}
      columns={stdout.columns || 80}
      rows={stdout.rows || 24}
      {...(isAway && { notice: AWAY })}
    />
  )
  return {
    change(change) {
      jobs.set(change.id, change)
      if (screen) screen.rerender(board())
      else screen = draw(board(), context)
    },
    away(now) {
      isAway = now
      screen?.rerender(board())
    },
    async end() {
      screen?.rerender(board())
      screen?.unmount()
      await screen?.waitUntilExit()
    },
  }
}

export interface JobsBoardProps {
  readonly jobs: readonly JobChange[]
  readonly columns: number
  readonly rows: number
  /** A problem to show, such as an unreachable server. */
  readonly notice?: string
}

/** Running jobs, followed by the latest ended ones. */
export function JobsBoard({ jobs, columns, rows, notice }: JobsBoardProps) {
  const running = jobs.filter((job) => !isOver(job))
  const ended = jobs.filter(isOver)
  const recent = ended.slice(-ENDED_SHOWN)
  // Output taller than the terminal cannot be redrawn.
  const shown = running.slice(0, Math.max(1, rows - recent.length - (notice ? 6 : 5)))
  const hidden = running.length - shown.length
  return (
    <Box flexDirection="column" paddingX={2} paddingY={1} width={columns}>
      {[...shown, ...recent].map((job) => (
        <Row key={job.id} job={job} columns={columns} />
      ))}
      <Box marginTop={1}>
        <Text dimColor wrap="truncate-end">
          {hidden > 0 && `${hidden} more · `}
          {counted(running.length, 'job')} running{ended.length > 0 && `, ${ended.length} ended`}
        </Text>
      </Box>
      {notice && (
        <Text color="yellow" wrap="truncate-end">
          {notice}
        </Text>
      )}
    </Box>
  )
}

const MARKS = {
  pending: ['·', 'gray'],
  running: ['▸', 'cyan'],
  succeeded: ['✓', 'green'],
  failed: ['✗', 'red'],
  revoked: ['✗', 'yellow'],
} as const

function Row({ job, columns }: { readonly job: JobChange; readonly columns: number }) {
  const { id, type, state, progress, error } = job
  const [mark, color] = MARKS[state]
  const full = Math.round(((progress?.percent ?? 0) / 100) * BAR)
  const hasBar = progress !== null && !isOver(job) && columns >= 60
  const words = error
    ? `${escapeControls(error.message)} (${error.code})`
    : isOver(job)
      ? state
      : escapeControls(progress?.status ?? state)
  return (
    <Text wrap="truncate-end">
      <Text color={color}>{mark}</Text> {escapeControls(id)} {type && <Text dimColor>{type} </Text>}
      {hasBar && <Text color="green">{'█'.repeat(full)}</Text>}
      {hasBar && <Text dimColor>{`${'░'.repeat(BAR - full)} `}</Text>}
      {progress !== null && !isOver(job) && `${Math.round(progress.percent)} % `}
      <Text dimColor={!error}>{words}</Text>
    </Text>
  )
}
