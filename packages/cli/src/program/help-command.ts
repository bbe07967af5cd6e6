import type { Command } from 'commander'
import { EXIT, exitCodeTable } from '../base/exit-codes.ts'
import type { RunAction } from './run-action.ts'

/** `platelight help`. */
export function addHelp(program: Command, run: RunAction): void {
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
