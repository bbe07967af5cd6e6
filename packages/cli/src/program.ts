// The command tree. Nothing but commander is loaded to show it: each action imports what it needs when it runs.

import { Command } from 'commander'
import { version } from '../package.json'
import { applyDefaults } from './config/config.ts'
import { type Context, createContext } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { addAccount } from './program/account.ts'
import { addApi } from './program/api.ts'
import { addAuth } from './program/auth.ts'
import { addCatalogs } from './program/catalogs.ts'
import { addCheck } from './program/check.ts'
import { addExamples } from './program/command-examples.ts'
import { addCompletion, COMPLETE } from './program/completion.ts'
import { addConfig } from './program/config.ts'
import { addDoctor } from './program/doctor.ts'
import { addEnhance } from './program/enhance.ts'
import { globalOptions } from './program/global-options.ts'
import { addHelp } from './program/help.ts'
import { formatHelp } from './program/help-format.ts'
import { addJobs } from './program/jobs.ts'
import { addKeys } from './program/keys.ts'
import { addMe } from './program/me.ts'
import { addOperations } from './program/operations.ts'
import { addPhotos } from './program/photos.ts'
import { addProcess } from './program/process.ts'
import type { Act } from './program/run.ts'
import { addWebhooks } from './program/webhooks.ts'
import type { GlobalFlags, Surroundings } from './settings.ts'

/** The program, and `exitCode` of the command it ran. */
export function createProgram(around: Surroundings): { program: Command; exitCode: () => ExitCode } {
  let exitCode: ExitCode = EXIT.ok
  const program = globalOptions(new Command('platelight'))
    .description('Food photos from the terminal: enhance a folder, manage keys, run the server.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, formatHelp })
    .configureOutput({
      writeOut: (text) => void around.stdout.write(text),
      writeErr: (text) => void around.stderr.write(text),
    })
    .showHelpAfterError('(--help tells what there is)')
    .exitOverride()
    .addHelpText('after', EXAMPLES)

  let context: Context | undefined
  // Before the command's own flags are handed to it: what was not typed may be set in a file.
  program.hook('preAction', (_, command) => {
    if (command.name() === COMPLETE) return
    context = createContext(program.opts<GlobalFlags>(), around)
    const { config, mode } = context.settings
    applyDefaults(command, config)
    // So that a failure is told the way results are, also where a file asks for it.
    if (mode === 'json' || mode === 'ndjson') program.setOptionValueWithSource(mode, true, 'config')
  })
  const run = async (act: Act) => {
    exitCode = await act(context ?? createContext(program.opts<GlobalFlags>(), around))
  }
  program.commandsGroup('Photos:')
  addEnhance(program, run)
  addOperations(program, run)
  addProcess(program, run)
  addCheck(program, run)
  addPhotos(program, run)
  addMe(program, run)
  addJobs(program, run)
  program.commandsGroup('What can be chosen:')
  addCatalogs(program, run)
  program.commandsGroup('Account:')
  addAuth(program, run)
  addAccount(program, run)
  addKeys(program, run)
  program.commandsGroup('Webhooks:')
  addWebhooks(program, run)
  program.commandsGroup('Everything else:')
  addConfig(program, run)
  addApi(program, run)
  addDoctor(program, run)
  addCompletion(program, run, around)
  program
    .command('server')
    .description('run and operate a server: hands over to platelight-server')
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
