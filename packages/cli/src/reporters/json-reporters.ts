import type { BatchEvent, Manifest, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter } from '../reporting/run-reporter.ts'

/** One JSON object a line: every event of the run, as it happens. */
export const createNdjsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  event: (event: BatchEvent) => print(JSON.stringify(event)),
})

/** One JSON document at the end. */
export const createJsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  end: async (outcome) => print(JSON.stringify(manifestOf(outcome), null, 2)),
})

/** The document of a run, as `--json` prints it and `--manifest` keeps it. */
export const manifestOf = ({ files, summary }: RunOutcome): Manifest => ({
  schemaVersion: summary.schemaVersion,
  files,
  summary,
})

const silent: Reporter = {
  begin() {},
  event() {},
  stopping() {},
  async end() {},
  release() {},
}
