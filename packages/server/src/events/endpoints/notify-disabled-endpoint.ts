import type { Db } from '../../database/open-database.ts'
import type { BackgroundMail } from '../../mail/background-mail.ts'
import { endpointDisabledEmail } from '../../mail/mail-templates.ts'
import type { DisabledEndpoint } from '../sending/attempt-outcomes.ts'

/** Writes to the account whose endpoint was disabled, if its address is proven: a stranger would not know what it is about. */
export const notifyDisabledEndpoint =
  ({
    db,
    backgroundMail,
    publicUrl,
  }: {
    db: Db
    backgroundMail: Pick<BackgroundMail, 'send'>
    publicUrl: () => string
  }) =>
  ({ accountId, endpointId }: DisabledEndpoint): void =>
    backgroundMail.send(async () => {
      const account = await db
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .where('email_verified_at', 'is not', null)
        .executeTakeFirst()
      return account && endpointDisabledEmail(account.email, { endpointId, serviceUrl: publicUrl() })
    })
