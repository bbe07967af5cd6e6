// The command tree. Nothing but commander is loaded to show it: each action imports what it needs when it runs.

import { Command, Option } from 'commander'
import { version } from '../package.json'
import type { EnhanceFlags } from './commands/enhance.ts'
import type { CreateKeyFlags } from './commands/keys.ts'
import type { DownloadFlags, ListPhotosFlags } from './commands/photos.ts'
import { type Context, createContext } from './context.ts'
import { ON_EXISTING } from './enhance/events.ts'
import { EXIT, type ExitCode, exitCodeTable } from './exit-codes.ts'
import { creditAmount, formats, repeated, scopes, seconds, wholeNumber } from './flags.ts'
import type { GlobalFlags, Surroundings } from './settings.ts'

/** Does a command's work. */
type Act = (context: Context) => Promise<ExitCode>

/** The program, and `exitCode` of the command it ran. */
export function createProgram(around: Surroundings): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = EXIT.ok
  const program = globalOptions(new Command('platelight'))
    .description('Food photos from the terminal: enhance a folder, manage keys, run the server.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void around.stdout.write(text),
      writeErr: (text) => void around.stderr.write(text),
    })
    .showHelpAfterError('(--help tells what there is)')
    .exitOverride()
    .addHelpText('after', EXAMPLES)

  const run = async (act: Act) => {
    exitCode = await act(createContext(program.opts<GlobalFlags>(), around))
  }
  addEnhance(program, run)
  addPhotos(program, run)
  addAccount(program, run)
  addKeys(program, run)
  addCatalogs(program, run)
  program
    .command('server')
    .description('run and operate a server: hands over to platelight-server')
    .argument('[arguments...]', 'start | keys | admin | credits …, as platelight-server takes them')
    .allowUnknownOption()
    .action(() => run(async () => EXIT.usage))
  addHelp(program, run)
  return { program, exitCode: () => exitCode }
}

const EXAMPLES = `
Examples:
  platelight enhance menu/ --recursive          every photo below menu/, results in menu-enhanced/
  platelight enhance ramen.jpg --formats square one crop of one photo, in enhanced/
  platelight keys create --name "Menu import"   a key for programs

Without PLATELIGHT_API_KEY and PLATELIGHT_BASE_URL a server of your own is started for the command.
Exit codes: platelight help exit-codes
`

const globalOptions = (program: Command): Command =>
  program
    .option('--json', 'print one JSON document')
    .option('--ndjson', 'print JSON events, one a line, as they happen')
    .option('-q, --quiet', 'print failures only')
    .option('-v, --verbose', 'tell what goes on')
    .option('--debug', 'tell everything, with stacks')
    .option('--no-color', 'no colours (NO_COLOR)')
    .option('--no-input', 'never ask')
    .option('-y, --yes', 'answer every question with yes')
    .option('--base-url <url>', 'server to use (PLATELIGHT_BASE_URL)')
    .option('--api-key-file <file>', 'file that holds the API key (PLATELIGHT_API_KEY)')
    .option('--timeout <seconds>', 'deadline of one request', seconds)

type Run = (act: Act) => Promise<void>

function addEnhance(program: Command, run: Run): void {
  program
    .command('enhance')
    .description('enhance photos: files, folders, globs, addresses, or - for standard input')
    .argument('<photo...>', 'what to enhance')
    .option('-o, --out <path>', 'folder for the results, a .jpg for one picture, or - for standard output')
    .option('--preset <id>', 'what the photos are for; platelight presets lists them', 'balanced')
    .option('--formats <names>', 'crops: square, portrait, landscape, original', formats, [
      'square',
      'portrait',
      'landscape',
    ])
    .option('--remove-background', 'put the dish on a transparent background (PNG)')
    .option('--no-upscale', 'keep the size instead of going to 4K')
    .option('--concurrency <n>', 'photos at a time', wholeNumber(1, 32), 4)
    .option('--recursive', 'take folders below a folder too')
    .option('--include <glob>', 'in folders, only what matches; may be repeated', repeated)
    .option('--ignore <glob>', 'leave out what matches; may be repeated', repeated)
    .addOption(
      new Option('--on-existing <what>', 'when a result is there already').choices(ON_EXISTING).default('skip'),
    )
    .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
    .option('--manifest <file>', 'write a JSON report of the run')
    .action((photos: string[], flags: EnhanceFlags) =>
      run(async (context) => (await import('./commands/enhance.ts')).enhance(photos, flags, context)),
    )
}

function addPhotos(program: Command, run: Run): void {
  const photos = program.command('photos').description('the photos on the server')
  const module = () => import('./commands/photos.ts')
  photos
    .command('list')
    .description('list photos, newest first')
    .option('--limit <n>', 'photos a page', wholeNumber(1, 100), 20)
    .option('--cursor <cursor>', 'go on after an earlier page')
    .option('--all', 'every page')
    .action((flags: ListPhotosFlags) => run(async (context) => (await module()).listPhotos(flags, context)))
  photos
    .command('get')
    .description('show one photo and where its pictures are')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await module()).getPhoto(id, context)))
  photos
    .command('download')
    .description('save the pictures of one photo')
    .argument('<id>')
    .option('-o, --out <folder>', 'where to', '.')
    .option('--formats <names>', 'only these', formats)
    .action((id: string, flags: DownloadFlags) =>
      run(async (context) => (await module()).downloadPhoto(id, flags, context)),
    )
  photos
    .command('delete')
    .description('delete photos and free their storage')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await module()).deletePhotos(ids, context)))
}

function addAccount(program: Command, run: Run): void {
  const account = program.command('account').description('the account behind the key')
  const module = () => import('./commands/account.ts')
  account
    .command('show')
    .description('server, plan and balance')
    .action(() => run(async (context) => (await module()).showAccount(context)))
  account
    .command('credits')
    .description('the balance')
    .action(() => run(async (context) => (await module()).showCredits(context)))
}

function addKeys(program: Command, run: Run): void {
  const keys = program.command('keys').description('API keys')
  const module = () => import('./commands/keys.ts')
  keys
    .command('list')
    .description('list keys, without their secrets')
    .action(() => run(async (context) => (await module()).listKeys(context)))
  keys
    .command('create')
    .description('make a key; its secret is shown once')
    .option('--name <text>', 'what it is for', 'made by the CLI')
    .option('--scopes <names>', 'what it may do: read, images, account, admin', scopes)
    .option('--output-file <file>', 'keep the secret in a new file only you can read')
    .action((flags: CreateKeyFlags) => run(async (context) => (await module()).createKey(flags, context)))
}

function addCatalogs(program: Command, run: Run): void {
  const module = () => import('./commands/catalogs.ts')
  program
    .command('presets')
    .description('what photos can be enhanced for')
    .action(() => run(async (context) => (await module()).listPresets(context)))
  program
    .command('models')
    .description('what pictures can be generated with')
    .action(() => run(async (context) => (await module()).listModels(context)))
}

function addHelp(program: Command, run: Run): void {
  program
    .command('help')
    .description('help on a command, or on exit-codes')
    .argument('[topic...]')
    .action((topic: string[]) =>
      run(async ({ print }) => {
        if (topic[0] === 'exit-codes') {
          print(`Exit codes, the same for every command:\n\n${exitCodeTable()}`)
          return EXIT.ok
        }
        let found: Command | undefined = program
        for (const name of topic) found = found?.commands.find((command) => command.name() === name)
        if (!found) program.error(`error: there is no help on "${topic.join(' ')}"`)
        else found.outputHelp()
        return EXIT.ok
      }),
    )
}
