// The one table of exit codes. Scripts branch on these numbers, so a meaning never changes; `platelight help
// exit-codes` prints this table, and nothing else in the CLI writes a number.

const TABLE = [
  { name: 'ok', code: 0, meaning: 'success, also when there was nothing to do' },
  { name: 'unexpected', code: 1, meaning: 'unexpected error, or the server failed (5xx) after retries' },
  { name: 'usage', code: 2, meaning: 'wrong usage, or something on this machine is in the way' },
  { name: 'partial', code: 3, meaning: 'some files failed, the others are done; the report says which' },
  { name: 'auth', code: 4, meaning: 'not authenticated or not allowed (401, 403)' },
  { name: 'credits', code: 5, meaning: 'not enough credits, or --max-credits reached (402)' },
  { name: 'rejected', code: 6, meaning: 'the server refused the input (400, 404, 409, 410, 413, 415, 422)' },
  { name: 'rateLimited', code: 7, meaning: 'rate limited for longer than the CLI waits (429)' },
  { name: 'unreachable', code: 8, meaning: 'the server cannot be reached, or did not answer in time' },
  { name: 'jobFailed', code: 9, meaning: 'a job failed, was revoked or passed its deadline' },
  { name: 'signature', code: 10, meaning: 'a webhook signature is not valid' },
  { name: 'interrupted', code: 130, meaning: 'interrupted with Ctrl-C; the same command goes on where it stopped' },
  { name: 'brokenPipe', code: 141, meaning: 'the reader of the output went away (SIGPIPE)' },
  { name: 'terminated', code: 143, meaning: 'terminated (SIGTERM)' },
] as const

type ExitName = (typeof TABLE)[number]['name']

/** An exit code of the table. */
export type ExitCode = (typeof TABLE)[number]['code']

/** Exit codes by name: `EXIT.usage` is 2. */
export const EXIT = Object.fromEntries(TABLE.map(({ name, code }) => [name, code])) as {
  readonly [Name in ExitName]: Extract<(typeof TABLE)[number], { name: Name }>['code']
}

/** The table as text, one line a code. */
export const exitCodeTable = (): string =>
  TABLE.map(({ code, meaning }) => `${String(code).padStart(5)}  ${meaning}`).join('\n')

/** What is looked at in an error. The SDK's classes fit; importing them here would slow every `--help`. */
export interface Failure {
  readonly name?: string
  readonly status?: number
  readonly code?: string
  readonly exitCode?: ExitCode
}

const BY_NAME: Readonly<Record<string, ExitCode>> = {
  ConnectionError: EXIT.unreachable,
  TimeoutError: EXIT.unreachable,
  AbortError: EXIT.interrupted,
  JobFailedError: EXIT.jobFailed,
  JobRevokedError: EXIT.jobFailed,
  JobTimeoutError: EXIT.jobFailed,
}

// What the SDK refuses before it sends anything: the options or this machine are at fault, not the server.
const LOCAL_CODES = new Set([
  'invalid_base_url',
  'insecure_base_url',
  'invalid_api_key',
  'invalid_input',
  'invalid_request',
  'file_unreadable',
  'file_unwritable',
  'input_missing',
  'output_unwritable',
  'folder_locked',
  'state_unreadable',
  'state_unwritable',
])

// What became of one file is told by its code alone.
const BY_CODE: Readonly<Record<string, ExitCode>> = {
  max_credits: EXIT.credits,
  connection_failed: EXIT.unreachable,
  timeout: EXIT.unreachable,
  unexpected_content_type: EXIT.unreachable,
  unexpected_redirect: EXIT.unreachable,
  invalid_json: EXIT.unreachable,
}

/** The code a command ends with when this error ended it. */
export function exitCodeOf(error: unknown): ExitCode {
  const {
    exitCode,
    status,
    name = '',
    code = '',
  } = (typeof error === 'object' && error !== null ? error : {}) as Failure
  if (exitCode !== undefined) return exitCode
  if (code === 'deadline_exceeded') return EXIT.jobFailed
  if (status !== undefined) return exitCodeOfStatus(status)
  return BY_NAME[name] ?? BY_CODE[code] ?? (LOCAL_CODES.has(code) ? EXIT.usage : EXIT.unexpected)
}

function exitCodeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.auth
  if (status === 402) return EXIT.credits
  if (status === 429) return EXIT.rateLimited
  return status >= 400 && status < 500 ? EXIT.rejected : EXIT.unexpected
}

/** How a run over many files ended. */
export interface RunEnd {
  readonly done: number
  readonly skipped: number
  /** Exit codes of the files that failed, in any order. */
  readonly failures: readonly ExitCode[]
  /** Exit code of what stopped the run before its end. */
  readonly stopped: ExitCode | undefined
}

/** The code of a whole run: what stopped it, else partial, else the commonest reason when every file failed. */
export function exitCodeOfRun({ done, skipped, failures, stopped }: RunEnd): ExitCode {
  if (stopped !== undefined) return stopped
  if (failures.length === 0) return EXIT.ok
  return done + skipped > 0 ? EXIT.partial : commonest(failures)
}

function commonest(codes: readonly ExitCode[]): ExitCode {
  const counts = new Map<ExitCode, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? EXIT.unexpected
}
