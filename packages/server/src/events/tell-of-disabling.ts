import type { Db } from '../database/open.ts'
import { endpointDisabledLetter } from '../mail/letters.ts'
import type { Post } from '../mail/post.ts'
import type { Disabled } from './outcomes.ts'

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
