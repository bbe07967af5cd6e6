// The command tree. Showing it loads only commander: each action imports its dependencies when it runs.
import { Command } from 'commander'
import { version } from '../package.json'
import type { CliEnvironment } from './base/cli-environment.ts'
import { EXIT, type ExitCode, exitCodeTable } from './base/exit-codes.ts'
import { seconds } from './base/flag-values.ts'
import { applyDefaults } from './config/cli-config.ts'
import type { GlobalFlags } from './config/cli-settings.ts'
import { type Context, createContext } from './context/command-context.ts'
import { typedCommand } from './context/typed-command.ts'
import { addAccount } from './program/account/account-command.ts'
import { addApi } from './program/account/api-command.ts'
import { addAuth } from './program/account/auth-command.ts'
import { addBrand } from './program/account/brand-command.ts'
import { addConfig } from './program/account/config-command.ts'
import { addKeys } from './program/account/keys-command.ts'
import { addExamples } from './program/command-examples.ts'
import { addCompletion, COMPLETE } from './program/completion-command.ts'
import { formatHelp } from './program/help-format.ts'
import { addMcp } from './program/mcp-command.ts'
import { addAssets } from './program/photos/asset-commands.ts'
import { addCatalogs } from './program/photos/catalogs-command.ts'
import { addCheck } from './program/photos/check-command.ts'
import { addEnhance } from './program/photos/enhance-command.ts'
import { addImages } from './program/photos/images-command.ts'
import { addJobs } from './program/photos/jobs-command.ts'
import { addOperations } from './program/photos/operation-commands.ts'
import { addPhotos } from './program/photos/photos-command.ts'
import { addProcess } from './program/photos/process-command.ts'
import { addRecipes } from './program/photos/recipe-command.ts'
import { addReel } from './program/photos/reel-command.ts'
import { addWatch } from './program/photos/watch-command.ts'
import type { Action, RunAction } from './program/run-action.ts'
import { addWebhooks } from './program/webhooks/webhooks-command.ts'

/** The program, and `exitCode` that returns the exit code of the command that ran. */
export function createProgram(
  environment: CliEnvironment,
  args: readonly string[] = [],
): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = EXIT.ok
  const program = globalOptions(new Command('platelight'))
    .description('Food photos from the terminal: enhance a folder, manage keys, run the server.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, formatHelp })
    .configureOutput({
      writeOut: (text) => void environment.stdout.write(text),
      writeErr: (text) => void environment.stderr.write(text),
    })
    .showHelpAfterError('(--help lists commands and flags)')
    .exitOverride()
    .addHelpText('after', EXAMPLES)

  let context: Context | undefined
  // Before the command receives its flags, fill in flags that are set in files.
  program.hook('preAction', (_, command) => {
    if (command.name() === COMPLETE) return
    context = createContext(program.opts<GlobalFlags>(), environment, typedCommand(args, command))
    const { config, mode } = context.settings
    applyDefaults(command, config)
    // A failure is reported in the same format as results, also if a file sets the format.
    if (mode === 'json' || mode === 'ndjson') program.setOptionValueWithSource(mode, true, 'config')
  })
  const run = async (act: Action) => {
    exitCode = await act(context ?? createContext(program.opts<GlobalFlags>(), environment))
  }
  program.commandsGroup('Photos:')
  addEnhance(program, run)
  addWatch(program, run)
  addOperations(program, run)
  addProcess(program, run)
  addRecipes(program, run)
  addAssets(program, run)
  addCheck(program, run)
  addPhotos(program, run)
  addReel(program, run)
  addImages(program, run)
  addJobs(program, run)
  program.commandsGroup('What can be chosen:')
  addCatalogs(program, run)
  program.commandsGroup('Account:')
  addAuth(program, run)
  addAccount(program, run)
  addBrand(program, run)
  addKeys(program, run)
  program.commandsGroup('Webhooks:')
  addWebhooks(program, run)
  program.commandsGroup('Everything else:')
  addConfig(program, run)
  addApi(program, run)
  addMcp(program, run)
  addDoctor(program, run)
  addCompletion(program, run, environment)
  program
    .command('server')
    .description('run and operate a server; same as platelight-server')
    .argument('[arguments...]', 'start | keys | admin | credits …, as platelight-server takes them')
    .allowUnknownOption()
    .action(() => run(async () => EXIT.usage))
  addHelp(program, run)
  addExamples(program)
  return { program, exitCode: () => exitCode }
}

const EXAMPLES = `
Examples:
  platelight enhance menu/ --recursive   every photo below menu/, into
                                         menu-enhanced/
  platelight enhance a.jpg --formats square
                                         one crop of one photo, into enhanced/
  platelight upscale a.jpg --scale 4     four times larger, as a-upscale.jpg
  platelight auth login                  use a server elsewhere

Without a server named anywhere, one of your own is started for the command.
Exit codes: platelight help exit-codes
`

/** The flags of every command. */
const globalOptions = (program: Command): Command =>
  program
    .option('--json', 'print one JSON document')
    .option('--ndjson', 'print JSON events, one per line, as they happen')
    .option('-q, --quiet', 'print failures only')
    .option('-v, --verbose', 'print more details')
    .option('--debug', 'print every request, and stack traces of errors')
    .option('--no-color', 'no colours (NO_COLOR)')
    .option('--no-input', 'never ask a question')
    .option('-y, --yes', 'answer every question with yes')
    .option('--profile <name>', 'settings and credential to use (PLATELIGHT_PROFILE)')
    .option('--base-url <url>', 'server to use (PLATELIGHT_BASE_URL)')
    .option('--api-key-file <file>', 'file that holds the API key (PLATELIGHT_API_KEY)')
    .option('--timeout <seconds>', 'deadline of one request', seconds)
    .option('--request-id <id>', 'id of the requests, for finding them in logs')

/** `platelight help`. */
function addHelp(program: Command, run: RunAction): void {
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
        for (const name of topic)
          found = found?.commands.find((command) => [command.name(), ...command.aliases()].includes(name))
        if (!found) program.error(`error: there is no help on "${topic.join(' ')}"`)
        else found.outputHelp()
        return EXIT.ok
      }),
    )
}

/** `platelight doctor`: checks the setup and suggests fixes. */
function addDoctor(program: Command, run: RunAction): void {
  program
    .command('doctor')
    .description('check server, credential, clock, terminal, folders and keyring, and say how to fix problems')
    .action(() => run(async (context) => (await import('./actions/doctor-actions.ts')).doctor(context)))
}
