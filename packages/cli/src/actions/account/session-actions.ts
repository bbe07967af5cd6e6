import { formatDay, formatMinute } from '../../base/date-format.ts'
import type { ExitCode } from '../../base/exit-codes.ts'
import { counted } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { requireConfirmation } from '../../screens/require-confirmation.ts'
import { forEachId } from '../for-each-id.ts'
import { type ListFlags, showList } from '../show-list.ts'

/** `platelight account sessions list`. */
export const listSessions = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.account.sessions(params),
      flags,
      {
        noun: 'sessions',
        empty: 'Nobody is signed in with a password.',
        row: ({ id, created_at, last_used_at, expires_at, user_agent, current }) => [
          id,
          formatMinute(created_at),
          `used ${formatDay(last_used_at)}`,
          `until ${formatDay(expires_at)}`,
          [current ? 'this one' : '', user_agent ?? ''].filter(Boolean).join('  '),
        ],
      },
      context,
    ),
  )

/** `platelight account sessions revoke`. */
export async function revokeSessions(ids: readonly string[], context: Context): Promise<ExitCode> {
  const question = `End ${counted(ids.length, 'session')}? Whoever uses it is signed out at once.`
  await requireConfirmation(question, 'Nothing was ended.', context)
  return withConnection(context, ({ client }) =>
    forEachId(ids, 'revoked', (id) => client.account.revokeSession(id), context),
  )
}
