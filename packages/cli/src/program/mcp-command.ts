import type { Command } from 'commander'
import type { McpFlags } from '../actions/mcp-action.ts'
import { creditAmount } from '../base/flag-values.ts'
import { setExplanation } from './help-format.ts'
import type { RunAction } from './run-action.ts'

/** `platelight mcp`. */
export function addMcp(program: Command, run: RunAction): void {
  const command = program
    .command('mcp')
    .description(
      'serve the operations as tools to an assistant, by the Model Context Protocol over standard input and output',
    )
    .option('--root <folder>', 'the only folder whose files may be read; results go into its results/', '.')
    .option('--max-credits <n>', 'what the assistant may spend until it disconnects', creditAmount, 10)
    .action((flags: McpFlags) => run(async (context) => (await import('../actions/mcp-action.ts')).mcp(flags, context)))
  setExplanation(command, {
    examples: [
      ['platelight mcp --root ~/menu', 'in the settings of an assistant, as its command'],
      ['platelight mcp --root ~/menu --max-credits 0', 'only what costs nothing, such as the platform check'],
    ],
  })
}
