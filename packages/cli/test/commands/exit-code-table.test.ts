import {
  AbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  GoneError,
  InsufficientCreditsError,
  NotFoundError,
  OverBudgetError,
  PermissionError,
  PlatelightError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '@platelight/sdk'
import { expect, test } from 'vitest'
import { CliError } from '../../src/base/cli-errors.ts'
import { EXIT, exitCodeOf, exitCodeOfRun, exitCodeTable } from '../../src/base/exit-codes.ts'

const failure = (status: number) => ({
  status,
  code: 'x',
  message: 'No.',
  requestId: null,
  attempts: 1,
  body: null,
  rateLimit: { remaining: null, resetAt: null },
  retryAfterMs: null,
  docsUrl: null,
  details: {},
})

test.each([
  [new BadRequestError(failure(400)), 6],
  [new AuthenticationError(failure(401)), 4],
  [new InsufficientCreditsError(failure(402)), 5],
  [new OverBudgetError(failure(402)), 5],
  [new PermissionError(failure(403)), 4],
  [new NotFoundError(failure(404)), 6],
  [new ConflictError(failure(409)), 6],
  [new GoneError(failure(410)), 6],
  [new BadRequestError(failure(413)), 6],
  [new BadRequestError(failure(415)), 6],
  [new ValidationError(failure(422)), 6],
  [new RateLimitError(failure(429)), 7],
  [new ServerError(failure(500)), 1],
  [new ServerError(failure(503)), 1],
  [new ConnectionError('connection_failed', 'No.'), 8],
  [new TimeoutError('Late.', 1), 8],
  [new AbortError('enough'), 130],
  [new PlatelightError('insecure_base_url', 'No.'), 2],
  [new PlatelightError('format_missing', 'No.'), 1],
  ...['input_missing', 'output_unwritable', 'folder_locked', 'state_unreadable', 'state_unwritable'].map(
    (code): [unknown, number] => [new PlatelightError(code, 'No.'), 2],
  ),
  [new PlatelightError('max_credits', 'No.'), 5],
  [{ code: 'unsupported_image', message: 'No.', status: 400 }, 6],
  [{ code: 'connection_failed', message: 'No.' }, 8],
  [new CliError('No.'), 2],
  [new CliError('No.', EXIT.auth), 4],
  [new Error('a bug'), 1],
  ['thrown text', 1],
  [undefined, 1],
])('%s ends with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code)
})

test.each([
  ['nothing to do', { done: 0, skipped: 0, failures: [], stopped: undefined }, 0],
  ['all done', { done: 3, skipped: 1, failures: [], stopped: undefined }, 0],
  ['one failed', { done: 3, skipped: 0, failures: [6], stopped: undefined }, 3],
  ['one failed, the others were skipped', { done: 0, skipped: 3, failures: [6], stopped: undefined }, 3],
  ['all failed for the same reason', { done: 0, skipped: 0, failures: [6, 6], stopped: undefined }, 6],
  ['all failed, mostly unreachable', { done: 0, skipped: 0, failures: [6, 8, 8], stopped: undefined }, 8],
  ['stopped by credits', { done: 3, skipped: 0, failures: [5], stopped: 5 }, 5],
  ['interrupted', { done: 3, skipped: 0, failures: [6], stopped: 130 }, 130],
] as const)('a run: %s', (_, end, code) => {
  expect(exitCodeOfRun(end)).toBe(code)
})

test('the table has each code once, with its meaning', () => {
  const codes = exitCodeTable()
    .split('\n')
    .map((line) => Number(line.trim().split(/\s+/)[0]))
  expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 130, 141, 143])
})
