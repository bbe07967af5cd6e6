import { expect, onTestFinished, test, vi } from 'vitest'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { createContext } from '../context/command-context.ts'
import { typedCommand } from '../context/typed-command.ts'
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

/** The context of `platelight enhance menu/`, without a terminal. */
function contextOf(flags: { readonly quiet?: boolean; readonly verbose?: boolean } = {}) {
  const stream = { isTTY: false, write: () => true }
  const environment = { env: {}, cwd: '/here', stdin: stream, stdout: stream, stderr: stream }
  const option = (long: string) => ({ long, required: true, optional: false })
  const options = ['--formats', '--subject-point', '--out', '--on-existing', '--open'].map(option)
  const command = { options, parent: { options: [], parent: null, name: () => 'platelight' }, name: () => 'enhance' }
  const typed = typedCommand(['enhance', 'menu/'], command)
  return createContext({ color: false, input: false, ...flags }, environment as unknown as CliEnvironment, typed)
}

async function lines(flags: { quiet?: boolean; verbose?: boolean }, outcome = outcomeOf()) {
  const printed: string[] = []
  const noted: string[] = []
  const sinks = { print: (line: string) => printed.push(line), note: (line: string) => noted.push(line) }
  await sendRun(createLineReporter(sinks, contextOf(flags)), outcome)
  return { printed, noted }
}

test('one line per photo, with the one reason that matters or the way out, then the counts and what to type', async () => {
  const small = { code: 'upscaled_more_than_2x', message: 'It may look soft.' }
  const cut = {
    code: 'dish_may_be_cut',
    message: 'The square crop may cut into the dish. A photo of that shape helps.',
  }
  const [ramen, ...others] = FILES
  const { printed, noted } = await lines({}, outcomeOf({}, [{ ...ramen!, warnings: [small, cut] }, ...others]))
  expect(printed).toEqual([
    'look first  menu/ramen.jpg -> menu-enhanced/ramen-{square,portrait}.jpg: The square crop may cut into the dish. ' +
      'For the whole photo without a crop, which is paid for again, type: platelight enhance menu/ramen.jpg --formats original --out menu-enhanced/',
    'skipped     menu/soup.jpg: It is there already.',
    'failed      menu/broken.jpg: Not a picture. Take it out of the folder, or save the photo as a JPEG or PNG.',
    '1 done, 1 of them to look at before you use them, 1 failed, 1 already there, in 1 min 1 s, for 1 credit. The pictures are in menu-enhanced.',
  ])
  expect(noted).toEqual([
    'Replace or remove what failed, then type the same again; nothing is paid for twice:',
    'platelight enhance menu/',
  ])
})

test('what matters little is told with --verbose, and codes too', async () => {
  const warnings = [{ code: 'upscaled_more_than_2x', message: 'It may look soft. Send a larger photo.' }]
  const outcome = outcomeOf({}, [event('a.jpg', { warnings })])
  expect((await lines({}, outcome)).printed[0]).toBe('done        a.jpg -> ')
  expect((await lines({ verbose: true }, outcome)).printed[0]).toBe(
    'done        a.jpg -> : It may look soft. Send a larger photo. (upscaled_more_than_2x)',
  )
})

test('warnings that cannot both be true are never told together', async () => {
  const warnings = ['dish_cut', 'subject_uncertain', 'dish_not_found'].map((code) => ({ code, message: `Of ${code}.` }))
  const { printed } = await lines({ verbose: true }, outcomeOf({}, [event('a.jpg', { warnings })]))
  expect(printed[0]).toContain('Of dish_not_found.')
  expect(printed[0]).not.toMatch(/dish_cut|subject_uncertain/)
})

test('a warning of a newer server is not overlooked', async () => {
  const warnings = [
    { code: 'dish_may_be_cut', message: 'Cut.' },
    { code: 'unheard_of', message: 'It melts.' },
  ]
  const { printed } = await lines({}, outcomeOf({}, [event('a.jpg', { warnings })]))
  expect(printed[0]).toBe('look first  a.jpg -> : It melts.')
})

test('a dish that was not found is pointed at', async () => {
  const error = {
    code: 'subject_not_found',
    message: 'It is not clear which part is the dish. Point it out with `subject`.',
  }
  const { printed } = await lines({}, outcomeOf({}, [event('a b.jpg', { status: 'failed', error })]))
  expect(printed[0]).toMatch(
    /^failed {6}a b\.jpg: It is not clear which part is the dish\. Point at the dish: .* Type: platelight enhance 'a b\.jpg' --subject-point 0\.5,0\.5 --out menu-enhanced\/$/,
  )
})

test('quiet prints only failures', async () => {
  const { printed } = await lines({ quiet: true })
  expect(printed).toEqual([expect.stringContaining('failed      menu/broken.jpg: Not a picture.')])
})

test('an interrupted run says how many wait and what to type', async () => {
  const { noted } = await lines({}, outcomeOf({ stopped: 'interrupted', remaining: 4, unfinished: 2 }))
  expect(noted).toEqual([
    'The run was stopped, and 4 photos wait.',
    'To go on, type the same again; nothing is paid for twice:',
    'platelight enhance menu/',
  ])
})

test('photos that a 402 stopped wait for credits, and the link is shown', async () => {
  const error = { code: 'insufficient_credits', message: 'This needs 1 credit and 0 are left.' }
  const files = [event('a.jpg', { status: 'done' }), event('b.jpg', { status: 'failed', error })]
  const link = 'https://example.com/billing'
  const { printed, noted } = await lines(
    {},
    { ...outcomeOf({ stopped: 'credits', error, remaining: 11 }, files), link },
  )
  expect(printed.slice(1)).toEqual([
    'waiting     b.jpg: It waits for credits, and so does what comes after it.',
    '1 done, 12 waiting, in 1 min 1 s, for 1 credit. The pictures are in menu-enhanced.',
  ])
  expect(noted.slice(0, 2)).toEqual([
    'The credits are used up, and 12 photos wait for credits.',
    'Buy credits here: https://example.com/billing',
  ])
  expect(noted.at(-1)).toBe('platelight enhance menu/')
})

test('the progress of a slow photo is noted in a log', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const noted: string[] = []
  const sinks = { print: () => undefined, note: (line: string) => noted.push(line) }
  const reporter = createLineReporter(sinks, contextOf())
  reporter.event({ schemaVersion: 2, type: 'progress', file: 'ramen.jpg', stage: 'enhancing', percent: 40 })
  vi.advanceTimersByTime(2_000)
  reporter.event(event('ramen.jpg', { status: 'done' }))
  vi.advanceTimersByTime(60_000)
  expect(noted).toEqual(['ramen.jpg: processing, 1 s'])
  reporter.release()
})

test('the error that stopped a run is reported once', async () => {
  const error = { code: 'connection_failed', message: 'Nobody answers.' }
  const files = [event('a.jpg', { status: 'failed', error })]
  for (const outcome of [
    outcomeOf({ stopped: 'unreachable', error }, files),
    outcomeOf({ stopped: 'unreachable', error }),
  ]) {
    const { printed, noted } = await lines({}, outcome)
    expect([...printed, ...noted].filter((line) => line.includes('Nobody answers.'))).toHaveLength(1)
  }
})

test('what holds for the whole run is said once', async () => {
  const warnings = [{ code: 'value_unknown', message: 'The preset is unknown.' }]
  const files = ['a.jpg', 'b.jpg'].map((name) => event(name, { warnings }))
  const { printed, noted } = await lines({}, outcomeOf({}, files))
  expect([...printed, ...noted].filter((line) => line.includes('The preset is unknown.'))).toHaveLength(1)
})

test('a repeated pause is reported once a minute', () => {
  const noted: string[] = []
  const sinks = { print: () => undefined, note: (line: string) => noted.push(line) }
  const reporter = createLineReporter(sinks, contextOf())
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
