import { Argument, type Command } from 'commander'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { INSTALLATION, SHELLS, type Shell } from '../completion/completion-scripts.ts'
import type { RunAction } from './run-action.ts'

/** The hidden command that the completion scripts call. */
export const COMPLETE = '__complete'

/** `platelight completion`, and the hidden command that its scripts call. */
export function addCompletion(program: Command, run: RunAction, environment: CliEnvironment): void {
  program
    .command('completion')
    .description('print the script that completes commands, flags and values in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', INSTALLATION)
    .action((shell: Shell) =>
      run(async ({ environment: { stdout } }) => {
        const { completionScript } = await import('../completion/completion-scripts.ts')
        stdout.write(completionScript(shell))
        return 0
      }),
    )
  program
    .command(COMPLETE, { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { answerCompletion } = await import('../completion/answer-completion.ts')
      answerCompletion(program, words, environment)
    })
}
