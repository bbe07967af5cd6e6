import type { FileEvent, RunOutcome, Summary } from '../enhance/events.ts'
import { type Manifest, SCHEMA_VERSION } from '../enhance/events.ts'
import type { Reporter } from './reporter.ts'

/** One JSON object a line: every file as it is finished, then the summary. */
export const ndjsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  file: (event: FileEvent) => print(JSON.stringify(event)),
  end: async ({ summary }: RunOutcome) => print(JSON.stringify(summary satisfies Summary)),
})

/** One JSON document at the end. */
export const jsonReporter = (print: (line: string) => void): Reporter => ({
  ...silent,
  end: async (outcome) => print(JSON.stringify(manifestOf(outcome), null, 2)),
})

/** The document of a run, as `--json` prints it and `--manifest` keeps it. */
export const manifestOf = ({ files, summary }: RunOutcome): Manifest => ({
  schemaVersion: SCHEMA_VERSION,
  files,
  summary,
})

const silent: Reporter = {
  begin() {},
  stage() {},
  file() {},
  pause() {},
  stopping() {},
  async end() {},
}
