import { Command, InvalidArgumentError } from 'commander'
import { version } from '../package.json'
import { PLANS, type Plan } from './account.ts'
import { ConfigError, type Environment, readConfig } from './config.ts'
import { ServiceError } from './errors.ts'
import { FolderInUse } from './lock.ts'

/** sysexits' EX_TEMPFAIL: the folder is taken, the caller may join who has it. */
const EXIT_FOLDER_IN_USE = 75

const program = new Command('platelight-server')
  .description('Runs the Platelight food-photo service, and looks after its accounts.')
  .version(version, '-V, --version')
  .showHelpAfterError('(--help tells what there is)')

/** Flags stand for settings; what is not given comes from the environment. */
const environment = (flags: Readonly<Record<string, string | undefined>>): Environment => ({
  ...process.env,
  ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
})

program
  .command('start')
  .description('Start the server: one process and one folder, no configuration needed.')
  .option('--data <folder>', 'where everything is kept (PLATELIGHT_DATA, ./data)')
  .option('--host <address>', 'address to listen on (PLATELIGHT_HOST, 127.0.0.1)')
  .option('--port <number>', 'port to listen on, 0 for any free one (PLATELIGHT_PORT, 8787)')
  .option('--ready-json', 'print one JSON line when ready')
  .option('--embedded', 'stop when standard input closes')
  .action(async (flags: { data?: string; host?: string; port?: string; readyJson?: boolean; embedded?: boolean }) => {
    const config = readConfig(
      environment({ PLATELIGHT_DATA: flags.data, PLATELIGHT_HOST: flags.host, PLATELIGHT_PORT: flags.port }),
    )
    const { startServer } = await import('./main.ts')
    // Before anything is ready: whoever starts and stops at once gets an orderly end too.
    let stopped = (_code: number) => {}
    const stop = new Promise<number>((resolve) => {
      stopped = resolve
    })
    process.once('SIGTERM', () => stopped(0))
    process.once('SIGINT', () => stopped(130))
    if (flags.embedded) process.stdin.resume().once('close', () => stopped(0))

    const server = await startServer(config).catch((error: unknown) => {
      if (flags.readyJson && error instanceof FolderInUse) {
        process.stdout.write(`${JSON.stringify({ event: 'running', ...error.running })}\n`)
        process.exit(EXIT_FOLDER_IN_USE)
      }
      throw error
    })
    const ready = { event: 'ready', url: server.url, pid: process.pid }
    process.stdout.write(flags.readyJson ? `${JSON.stringify(ready)}\n` : `${greeting(server.url)}\n`)

    const code = await stop
    await server.stop()
    process.exit(code)
  })

program
  .command('keys')
  .description('API keys.')
  .command('create')
  .description('Make a key, and its account when there is none with the address.')
  .requiredOption('--email <address>', 'whose key it is', emailAddress)
  .option('--name <text>', 'what the key is for', 'created on the server')
  .option('--credits <n>', 'credits to grant', wholeNumber, 0)
  .option('--plan <plan>', `plan of the account: ${PLANS.join(', ')}`, plan)
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((flags: { email: string; name: string; credits: number; plan?: Plan; data?: string; json?: boolean }) =>
    operate(
      flags,
      (operator) => operator.createKey({ ...flags, plan: flags.plan }),
      (made) => keyLines(made),
    ),
  )

program
  .command('admin')
  .description('Administrators.')
  .command('create')
  .description('Make an administrator, or make one of an account that exists, with a key that opens everything.')
  .requiredOption('--email <address>', 'whose account it is', emailAddress)
  .option('--name <text>', 'what the key is for', 'administrator')
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((flags: { email: string; name: string; data?: string; json?: boolean }) =>
    operate(
      flags,
      (operator) => operator.createAdmin(flags),
      (made) => keyLines(made),
    ),
  )

program
  .command('credits')
  .description('Credits of accounts.')
  .command('grant')
  .description('Give credits to an account.')
  .requiredOption('--email <address>', 'whose account it is', emailAddress)
  .requiredOption('--credits <n>', 'how many', positiveNumber)
  .option('--note <text>', 'why, as it stands in the ledger', 'granted by an operator')
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((flags: { email: string; credits: number; note: string; data?: string; json?: boolean }) =>
    operate(
      flags,
      (operator) => operator.grantCredits(flags.email, flags.credits, flags.note),
      ({ account, granted, credits }) => `${account.email} got ${granted} credits and has ${credits} now.`,
    ),
  )

const models = program
  .command('models')
  .description('Networks: cut-out and detail for enlarging, from packages or files of your own.')

models
  .command('list')
  .description('Which there are, which of them is used, under which licence, and what to install.')
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((flags: { data?: string; json?: boolean }) =>
    aboutModels(flags, async ({ listModels }, { listLines }, settings) => {
      const list = await listModels(settings)
      return { json: list, text: listLines(list), ok: true }
    }),
  )

models
  .command('verify')
  .argument('[id...]', 'models that must be there; by default those that are')
  .description('Compare their files with the checksums and run each once; exit code 1 when one is not as it should be.')
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((ids: string[], flags: { data?: string; json?: boolean }) => verification(ids, flags, true))

models
  .command('convert')
  .argument('[id...]', 'models that must be there; by default those that are')
  .description('Make the files that are run now, and not when the first picture needs them.')
  .option('--data <folder>', 'the data folder of the server')
  .option('--json', 'print JSON')
  .action((ids: string[], flags: { data?: string; json?: boolean }) => verification(ids, flags, false))

const verification = (ids: string[], flags: { data?: string; json?: boolean }, run: boolean) =>
  aboutModels(flags, async ({ verifyModels }, { verifiedLines }, settings) => {
    const results = await verifyModels(settings, { ids, run })
    return { json: { models: results }, text: verifiedLines(results), ok: results.every(({ ok }) => ok) }
  })

type Report = typeof import('./models/report.ts')
type Words = typeof import('./models/words.ts')
type Settings = ReturnType<typeof import('./models/settings.ts').modelSettings>

/** Nothing of the data folder is opened but where conversions are kept. */
async function aboutModels(
  flags: { data?: string; json?: boolean },
  act: (report: Report, words: Words, settings: Settings) => Promise<{ json: unknown; text: string; ok: boolean }>,
) {
  const config = readConfig(environment({ PLATELIGHT_DATA: flags.data }))
  const [report, words, { modelSettings }] = await Promise.all([
    import('./models/report.ts'),
    import('./models/words.ts'),
    import('./models/settings.ts'),
  ])
  const { json, text, ok } = await act(report, words, modelSettings(config))
  process.stdout.write(`${flags.json ? JSON.stringify(json) : text}\n`)
  if (!ok) process.exitCode = 1
}

type Operator = ReturnType<typeof import('./operator.ts').createOperator>
type KeyMade = Awaited<ReturnType<Operator['createKey']>>

/** Opens the folder beside a server that may be running on it, does one thing, and tells what came of it. */
async function operate<T>(
  flags: { data?: string; json?: boolean },
  act: (operator: Operator) => Promise<T>,
  tell: (result: T) => string,
) {
  const config = readConfig(environment({ PLATELIGHT_DATA: flags.data }))
  const [{ openCore }, { createOperator }] = await Promise.all([import('./core.ts'), import('./operator.ts')])
  const core = await openCore(config)
  try {
    const result = await act(createOperator(core))
    process.stdout.write(`${flags.json ? JSON.stringify(result) : tell(result)}\n`)
  } finally {
    await core.close()
  }
}

const keyLines = ({ key, account, credits, scopes }: KeyMade) =>
  [
    `${key}`,
    '',
    `  for      ${account.email} (${account.plan}, ${credits} credits)`,
    `  may      ${scopes.join(', ')}`,
    '  shown    this once; keep it where secrets are kept',
  ].join('\n')

const greeting = (url: string) =>
  [
    `Platelight is ready at ${url}`,
    `  contract  ${url}/openapi.json`,
    '  a key     platelight-server keys create --email you@example.com --credits 100',
    '  stop      Ctrl-C',
  ].join('\n')

function emailAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 254)
    throw new InvalidArgumentError('It is no e-mail address.')
  return text
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 1_000_000_000)
    throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  return value
}

function positiveNumber(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.')
  return value
}

function plan(text: string): Plan {
  const found = PLANS.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!found) throw new InvalidArgumentError(`It must be one of ${PLANS.join(', ')}.`)
  return found
}

program.parseAsync().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof FolderInUse || error instanceof ServiceError
  process.stderr.write(
    `${expected ? (error as Error).message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = error instanceof ConfigError || error instanceof ServiceError ? 2 : 1
  // An embedded server that did not start is over, although its standard input is still open.
  process.stdin.destroy()
})
