import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { loadScreen } from './load-screen.ts'

/**
 * Asks for confirmation of an action that cannot be undone. `--yes` confirms in advance.
 *
 * @param otherwise message without confirmation, such as "Nothing was deleted."
 * @throws CliError `usage` without a terminal, `declined` if the user says no
 */
export async function requireConfirmation(question: string, otherwise: string, context: Context): Promise<void> {
  const { yes, canAsk } = context.settings
  if (yes) return
  if (!canAsk) throw new CliError(`${question} ${otherwise} Add --yes to agree.`)
  const { confirm } = await loadScreen(context.settings, () => import('./confirm-question.tsx'))
  if (!(await confirm(question, context, 'no'))) throw new CliError(otherwise, EXIT.interrupted, 'declined')
}
