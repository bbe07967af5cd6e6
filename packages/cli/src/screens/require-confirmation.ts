import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { loadScreen } from './load-screen.ts'

/**
 * Has something agreed to that cannot be undone: by `--yes`, or by a person who types y.
 *
 * @param otherwise what is the case when nobody agrees, such as "Nothing was deleted."
 * @throws CliError `usage` where nobody can be asked, `declined` where somebody says no.
 */
export async function requireConfirmation(question: string, otherwise: string, context: Context): Promise<void> {
  const { yes, canAsk } = context.settings
  if (yes) return
  if (!canAsk) throw new CliError(`${question} ${otherwise} Add --yes to agree.`)
  const { confirm } = await loadScreen(context.settings, () => import('./confirm-question.tsx'))
  if (!(await confirm(question, context, 'no'))) throw new CliError(otherwise, EXIT.interrupted, 'declined')
}
