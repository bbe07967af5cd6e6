import type { BatchEvent, Manifest, RunOutcome } from '../reporting/run-events.ts'
import type { Reporter } from '../reporting/run-reporter.ts'

/** Prints every event of the run as it happens, one JSON object per line. */
export const createNdjsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  event: (event: BatchEvent) => print(JSON.stringify(event)),
})

/** Prints one JSON document at the end. */
export const createJsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  end: async (outcome) => print(JSON.stringify(manifestOf(outcome), null, 2)),
})

/** The document of a run, as printed by `--json` and saved by `--manifest`. */
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
