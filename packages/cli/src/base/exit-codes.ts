// The only table of exit codes; no other code of the CLI contains a number. Scripts depend on the codes, so a meaning
// never changes. `platelight help exit-codes` prints this table.

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
  { name: 'interrupted', code: 130, meaning: 'interrupted with Ctrl-C; the same command continues where it stopped' },
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

/** The table as text, one line per code. */
export const exitCodeTable = (): string =>
  TABLE.map(({ code, meaning }) => `${String(code).padStart(5)}  ${meaning}`).join('\n')

/** The fields of an error that decide the exit code. The SDK's error classes have them; importing those slows `--help`. */
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

// Errors that the SDK raises before it sends anything: the options or this machine are at fault, not the server.
const LOCAL_CODES = new Set([
  'invalid_base_url',
  'invalid_proxy',
  'proxy_unsupported',
  'insecure_base_url',
  'invalid_api_key',
  'invalid_input',
  'invalid_request',
  'invalid_recipe',
  'yaml_missing',
  'file_unreadable',
  'file_unwritable',
  'input_missing',
  'output_unwritable',
  'folder_locked',
  'state_unreadable',
  'state_unwritable',
])

// The error of a single file is known only by its code.
const BY_CODE: Readonly<Record<string, ExitCode>> = {
  max_credits: EXIT.credits,
  connection_failed: EXIT.unreachable,
  timeout: EXIT.unreachable,
  unexpected_content_type: EXIT.unreachable,
  unexpected_redirect: EXIT.unreachable,
  invalid_json: EXIT.unreachable,
}

/** The exit code of a command that failed with this error. */
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

/** The counts that decide the exit code of a run over many files. */
export interface RunEnd {
  readonly done: number
  readonly skipped: number
  /** Exit codes of the files that failed, in any order. */
  readonly failures: readonly ExitCode[]
  /** Exit code of the error or signal that stopped the run early. */
  readonly stopped: ExitCode | undefined
}

/** The exit code of a run: that of what stopped it, else partial, else the most common code if every file failed. */
export function exitCodeOfRun({ done, skipped, failures, stopped }: RunEnd): ExitCode {
  if (stopped !== undefined) return stopped
  if (failures.length === 0) return EXIT.ok
  return done + skipped > 0 ? EXIT.partial : mostCommon(failures)
}

function mostCommon(codes: readonly ExitCode[]): ExitCode {
  const counts = new Map<ExitCode, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? EXIT.unexpected
}
