import { expect, onTestFinished, test, vi } from 'vitest'
import { createColorize } from '../base/text-layout.ts'
import type { BatchEvent, FileEvent, PauseReason, RunOutcome, Summary } from '../reporting/run-events.ts'
import type { Reporter } from '../reporting/run-reporter.ts'
import { shortOutputs, shortPath } from '../reporting/run-wording.ts'
import { createJsonReporter, createNdjsonReporter } from './json-reporters.ts'
import { createLineReporter } from './line-reporter.ts'

const event = (file: string, more: Partial<FileEvent>): FileEvent => ({
  schemaVersion: 2,
  type: 'file',
  file,
  status: 'done',
  outputs: [],
  ...more,
})

const FILES = [
  event('menu/ramen.jpg', {
    outputs: [
      { format: 'square', path: '/here/menu-enhanced/ramen-square.jpg' },
      { format: 'portrait', path: '/here/menu-enhanced/ramen-portrait.jpg' },
    ],
    warnings: [{ code: 'dish_enlarged', message: 'It is small.' }],
  }),
  event('menu/soup.jpg', { status: 'skipped' }),
  event('menu/broken.jpg', { status: 'failed', error: { code: 'unsupported_image', message: 'Not a picture.' } }),
]

const outcomeOf = (summary: Partial<Summary> = {}, files: FileEvent[] = FILES): RunOutcome => ({
  files,
  exitCode: 3,
  summary: {
    schemaVersion: 2,
    type: 'summary',
    done: 1,
    failed: 1,
    skipped: 1,
    creditsUsed: 1,
    out: '/here/menu-enhanced',
    ...summary,
  },
})

const eventsOf = ({ files, summary }: RunOutcome): BatchEvent[] => [
  { schemaVersion: 2, type: 'start', total: files.length, due: files.length, preset: 'balanced', out: summary.out },
  { schemaVersion: 2, type: 'progress', file: 'menu/ramen.jpg', stage: 'reading', percent: 5 },
  ...files,
  summary,
]

async function sendRun(reporter: Reporter, outcome = outcomeOf()) {
  reporter.begin({
    subject: 'menu',
    roots: ['/here/menu-enhanced'],
    cwd: '/here',
    startedAt: Date.now() - 61_000,
    showsPrices: true,
  })
  for (const event of eventsOf(outcome)) reporter.event(event)
  await reporter.end(outcome)
}

async function lines(options: { quiet?: boolean }, outcome = outcomeOf()) {
  const printed: string[] = []
  const noted: string[] = []
  const sinks = { print: (line: string) => printed.push(line), note: (line: string) => noted.push(line) }
  await sendRun(createLineReporter(sinks, createColorize(false), { quiet: false, ...options }), outcome)
  return { printed, noted }
}

test('one line per file, then the counts and the result folders', async () => {
  const { printed, noted } = await lines({})
  expect(printed).toEqual([
    'done     menu/ramen.jpg -> menu-enhanced/ramen-{square,portrait}.jpg',
    'skipped  menu/soup.jpg: already there',
    'failed   menu/broken.jpg: Not a picture. (unsupported_image)',
    '1 done, 1 failed, 1 skipped in 1 min 1 s, 1 credit. Results: menu-enhanced',
  ])
  expect(noted).toEqual(['menu/ramen.jpg: It is small.'])
})

test('quiet prints only failures', async () => {
  expect(await lines({ quiet: true })).toMatchObject({
    printed: ['failed   menu/broken.jpg: Not a picture. (unsupported_image)'],
  })
})

test('an interrupted run says how to continue', async () => {
  const { noted } = await lines({}, outcomeOf({ stopped: 'interrupted', remaining: 4 }))
  expect(noted.join('\n')).toContain(
    'Run the same command again to continue; nothing is paid for twice.\n4 photos not started.',
  )
})

test('the progress of a slow photo is noted in a log', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const noted: string[] = []
  const sinks = { print: () => undefined, note: (line: string) => noted.push(line) }
  const reporter = createLineReporter(sinks, createColorize(false), { quiet: false })
  reporter.event({ schemaVersion: 2, type: 'progress', file: 'ramen.jpg', stage: 'enhancing', percent: 40 })
  vi.advanceTimersByTime(2_000)
  reporter.event(event('ramen.jpg', { status: 'done' }))
  vi.advanceTimersByTime(60_000)
  expect(noted).toEqual(['ramen.jpg: processing, 1 s'])
  reporter.release()
})

test('the error that stopped a run is reported once', async () => {
  const error = { code: 'insufficient_credits', message: 'This needs 1 credit and 0 are left.' }
  const reported = await lines(
    {},
    outcomeOf({ stopped: 'credits', error, remaining: 2 }, [event('a.jpg', { status: 'failed', error })]),
  )
  expect([...reported.printed, ...reported.noted].filter((line) => line.includes('0 are left'))).toHaveLength(1)
  const unreported = await lines({}, outcomeOf({ stopped: 'unreachable', error, remaining: 2 }))
  expect(unreported.noted).toContain(error.message)
})

test('warnings follow the run, each once with its photos, and started photos are not counted as not started', async () => {
  const warnings = [{ code: 'dish_may_be_cut', message: 'The dish may be cut.' }]
  const files = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => event(name, { status: 'done', warnings }))
  const { noted } = await lines({}, outcomeOf({ stopped: 'interrupted', remaining: 5, unfinished: 2 }, files))
  expect(noted.slice(-3)).toEqual([
    '3 photos not started.',
    '2 photos started and not finished.',
    'a.jpg, b.jpg, c.jpg and 1 more: The dish may be cut.',
  ])
})

test('a warning names the flags of the command instead of the field of the request', async () => {
  const message =
    'It is not certain. Point out the dish with `subject`: a box around it, a point on it, or strokes over it.'
  const warnings = [{ code: 'subject_uncertain', message }]
  const { noted } = await lines({}, outcomeOf({}, [event('a.jpg', { status: 'done', warnings })]))
  expect(noted.at(-1)).toContain(
    'Point out the dish with --subject-box, --subject-point or --subject-strokes: a box around it',
  )
  const ragged = event('a.jpg', {
    status: 'done',
    warnings: [{ code: 'outline_ragged', message: 'A closer box in `subject` can give a better one.' }],
  })
  const { noted: closer } = await lines({}, outcomeOf({}, [ragged]))
  expect(closer.at(-1)).toBe('a.jpg: A closer box with --subject-box can give a better one.')
})

test('a warning about several photos is reported once, without the measured values that differ', async () => {
  const files = [99, 418].map((top, index) =>
    event(`${index}.jpg`, {
      status: 'done',
      warnings: [{ code: 'background_extended', message: `The background was extended (top ${top} px).` }],
    }),
  )
  const { noted } = await lines({}, outcomeOf({}, files))
  expect(noted.at(-1)).toBe('0.jpg, 1.jpg: The background was extended.')
  const alone = await lines({}, outcomeOf({}, files.slice(0, 1)))
  expect(alone.noted.at(-1)).toBe('0.jpg: The background was extended (top 99 px).')
})

test('a repeated pause is reported once a minute', () => {
  const noted: string[] = []
  const sinks = { print: () => undefined, note: (line: string) => noted.push(line) }
  const reporter = createLineReporter(sinks, createColorize(false), { quiet: false })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const pause = (reason: PauseReason) => {
    const resumesAt = new Date(Date.now() + 5000).toISOString()
    reporter.event({ schemaVersion: 2, type: 'paused', reason, resumesAt })
    reporter.event(FILES[0]!)
    vi.advanceTimersByTime(5000)
  }
  for (let photo = 0; photo < 13; photo++) pause('rate_limit')
  pause('unreachable')
  pause('unreachable')
  expect(noted.map((line) => line.split(':')[0])).toEqual([
    'The rate limit is used up',
    'The rate limit is used up',
    'The server is unreachable',
    'The server is unreachable',
  ])
})

test('NDJSON prints every event, one per line', async () => {
  const printed: string[] = []
  await sendRun(createNdjsonReporter((line) => printed.push(line)))
  const events = printed.map((line) => JSON.parse(line))
  expect(events).toEqual(eventsOf(outcomeOf()))
  expect(printed.every((line) => !line.includes('\n'))).toBe(true)
})

test('JSON prints one document', async () => {
  const printed: string[] = []
  await sendRun(createJsonReporter((line) => printed.push(line)))
  expect(printed).toHaveLength(1)
  expect(JSON.parse(printed[0]!)).toEqual({ schemaVersion: 2, files: FILES, summary: outcomeOf().summary })
})

test('paths are shown in their shortest form', () => {
  expect(shortPath('/here/a/b.jpg', '/here')).toBe('a/b.jpg')
  expect(shortPath('/a.jpg', '/here')).toBe('../a.jpg')
  expect(shortPath('/far/away/a.jpg', '/here/and/there')).toBe('/far/away/a.jpg')
  expect(shortOutputs([{ format: 'square', path: '/here/a-square.png' }], '/here')).toBe('a-square.png')
  expect(shortOutputs([{ format: 'square', path: '-' }], '/here')).toBe('standard output')
})
