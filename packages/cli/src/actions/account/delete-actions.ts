import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { requireConfirmation } from '../../screens/require-confirmation.ts'

/** `platelight account delete`: shows which account it is and asks first, because deletion is final. */
export const deleteAccount = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const { email } = await client.auth.me()
    await requireConfirmation(
      `Delete the account ${email} on ${client.baseUrl} with all its photos, keys and history? This cannot be undone.`,
      'Nothing was deleted.',
      context,
    )
    const deleted = await client.account.delete()
    context.show(deleted, () => deleted.message)
    context.note('The stored credential no longer works; platelight auth logout removes it.')
    return EXIT.ok
  })
