import type { Command } from 'commander'
import type { RunAction } from './run-action.ts'

/** `platelight doctor`: checks the setup and suggests fixes. */
export function addDoctor(program: Command, run: RunAction): void {
  program
    .command('doctor')
    .description('check server, credential, clock, terminal, folders and keyring, and say how to fix problems')
    .action(() => run(async (context) => (await import('../actions/doctor-actions.ts')).doctor(context)))
}
