import type { Db } from '../database/open-database.ts'
import type { Post } from '../mail/background-mail.ts'
import { endpointDisabledLetter } from '../mail/mail-templates.ts'
import type { Disabled } from './delivery-outcomes.ts'

/** Writes to the account whose endpoint was disabled, if its address is proven: a stranger would not know what it is about. */
export const tellOfDisabling =
  ({ db, post, publicUrl }: { db: Db; post: Pick<Post, 'send'>; publicUrl: () => string }) =>
  ({ accountId, endpointId }: Disabled): void =>
    post.send(async () => {
      const account = await db
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .where('email_verified_at', 'is not', null)
        .executeTakeFirst()
      return account && endpointDisabledLetter(account.email, { endpointId, serviceUrl: publicUrl() })
    })
