import type { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CliEnvironment } from '../../src/base/cli-environment.ts'
import { createProgram } from '../../src/create-program.ts'
import { CATALOGUE } from '../../src/generated/operation-catalogue.ts'
import { splitDescription } from '../../src/program/help-format.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const OF_PHOTOS = ['enhance', 'estimate', 'process', 'check', ...CATALOGUE.map(({ name }) => name)]

test.each(OF_PHOTOS)(
  'help of %s starts with the summary and two examples; codes and variables come last',
  async (name) => {
    const { code, stdout } = await command([name, '--help'], { cwd: folderWith() })
    expect(code).toBe(0)
    const [summary = '', rest = ''] = stdout.split('\n\nExamples:\n')
    expect(summary).toMatch(/^[A-Za-z]/)
    const [examples = '', usage = ''] = rest.split('\n\nUsage: ')
    expect(examples.match(/^ {2}platelight /gm)?.length).toBeGreaterThanOrEqual(2)
    expect(usage).toContain('Options:')
    const [beforeDetails = ''] = stdout.split('\n\nDetails:\n')
    expect(beforeDetails.split('\n\nUsage: ')[0]).not.toMatch(/\b[45]\d\d `|PLATELIGHT_[A-Z]/)
  },
)

/** Every command that has an action, with its full name. */
const leaves = (parent: Command, path: readonly string[] = []): [string, Command][] =>
  parent.commands.flatMap((child): [string, Command][] =>
    child.commands.length > 0 ? leaves(child, [...path, child.name()]) : [[[...path, child.name()].join(' '), child]],
  )

test('every command has two examples that can be typed', async () => {
  const { program } = createProgram({
    env: {},
    stdout: process.stdout,
    stderr: process.stderr,
  } as unknown as CliEnvironment)
  const known = new Map(
    leaves(program).flatMap(([name, one]) => [name, ...one.aliases()].map((as) => [as, one] as const)),
  )
  for (const [name] of leaves(program).filter(([name]) => !['help', 'server', '__complete'].includes(name))) {
    const { stdout } = await command([...name.split(' '), '--help'], { cwd: folderWith() })
    const examples = [...stdout.matchAll(/^ {2}((?:source <\()?platelight .*)$/gm)].map(([, typed = '']) => typed)
    expect(examples.length, name).toBeGreaterThanOrEqual(2)
    for (const typed of examples) {
      const words = wordsOf(typed)
      expect([3, 2, 1].map((count) => known.get(words.slice(0, count).join(' '))).find(Boolean), typed).toBeDefined()
      expect(await parsed(words), typed).toBe('accepted')
    }
  }
})

/** The words that a shell would pass on. */
const wordsOf = (typed: string): string[] =>
  (typed.replace(/^source <\(|\)$/g, '').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [])
    .map((word) => word.replace(/^["'](.*)["']$/, '$1'))
    .slice(1)
    .filter((_, index, all) => !all.slice(0, index + 1).some((word) => /^[<>|]/.test(word)))

/** Types a command up to the moment at which it would begin. */
async function parsed(words: readonly string[]): Promise<string> {
  const cwd = folderWith()
  const said: string[] = []
  const sink = { write: (text: string) => said.push(text) > 0 }
  const env = { HOME: cwd, XDG_CONFIG_HOME: cwd }
  const environment = { env, cwd, stdin: {}, stdout: sink, stderr: sink } as unknown as CliEnvironment
  const { program } = createProgram(environment, words)
  program.hook('preAction', () => {
    throw new Error('accepted')
  })
  return program.parseAsync(words, { from: 'user' }).then(
    () => `did something: ${said.join('')}`,
    (error: Error) => (error.message === 'accepted' ? 'accepted' : `${error.message} ${said.join('')}`),
  )
}

test('help accepts the short name of every command', async () => {
  for (const name of ['remove-bg', 'export']) {
    const [helped, flagged] = await Promise.all(
      [
        ['help', name],
        [name, '--help'],
      ].map((args) => command(args, { cwd: folderWith() })),
    )
    expect(helped?.code).toBe(0)
    expect(helped?.stdout).toBe(flagged?.stdout)
  }
})

test('every command that spends credits has --dry-run', async () => {
  const spending = ['enhance', 'process', ...CATALOGUE.map(({ name }) => name)].map((name) => [name])
  for (const args of [...spending, ['jobs', 'submit']]) {
    const { stdout } = await command([...args, '--help'], { cwd: folderWith() })
    expect(stdout, args.join(' ')).toContain('--dry-run')
  }
})

test('help names flags and commands instead of request fields and paths', async () => {
  const [inpaint, platform] = await Promise.all(
    ['inpaint', 'platform-optimize'].map((name) => command([name, '--help'], { cwd: folderWith() })),
  )
  const [summary] = inpaint?.stdout.split('\n\nExamples:\n') ?? []
  for (const flag of ['--mask', '--box', '--layer']) expect(summary).toContain(`\n- ${flag}`)
  expect(platform?.stdout).toContain('platelight platforms')
  expect(`${inpaint?.stdout}${platform?.stdout}`).not.toMatch(/(GET|POST) \/api/)
})

test('a description is split into the summary and the notes for API callers', () => {
  const text =
    'A transparent PNG. 400 `subject_not_found` where nothing could be the dish. Costs 1 credit.\n\n- one\n- two, or 503.'
  expect(splitDescription(text)).toEqual({
    main: 'A transparent PNG. Costs 1 credit.\n\n- one',
    details: '400 `subject_not_found` where nothing could be the dish.\n\n- two, or 503.',
  })
})
