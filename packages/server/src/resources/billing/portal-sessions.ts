import { secretHash } from '../../accounts/identity/secret-hash.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import type { Db } from '../../database/open-database.ts'
import { portalSessionRepository } from './portal-session-repository.ts'

const LIFETIME_MS = 5 * MINUTE_MS

/**
 * Addresses of the billing portal. A browser cannot send the credential of a program, so the address is one: it opens once, within
 * five minutes.
 */
export function createPortalSessions(deps: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly publicUrl: () => string
}) {
  const { db, ids, clock, publicUrl } = deps

  return {
    /**
     * @param returnUrl Where the page leads back to: an address or a path of this server.
     * @returns The address.
     * @throws ServiceError `url_not_allowed` (400)
     */
    async open(accountId: string, returnUrl: string | undefined): Promise<string> {
      const return_url = returnUrl === undefined ? null : ownUrl(returnUrl, publicUrl())
      const token = ids.secret()
      const expires_at = new Date(clock.now().getTime() + LIFETIME_MS).toISOString()
      await portalSessionRepository(db).insert({
        hash: secretHash(token),
        account_id: accountId,
        return_url,
        expires_at,
      })
      return `${publicUrl()}/billing/portal?session=${token}`
    },

    /** The account of a token, which is used up. Undefined when it was used before, has expired, or is unknown. */
    async take(token: string): Promise<{ accountId: string; returnUrl: string | null } | undefined> {
      const taken = await portalSessionRepository(db).take(secretHash(token))
      if (!taken || taken.expires_at <= clock.now().toISOString()) return undefined
      return { accountId: taken.account_id, returnUrl: taken.return_url }
    },

    expire: (): Promise<void> => portalSessionRepository(db).removeExpired(clock.now().toISOString()),
  }
}

function ownUrl(text: string, publicUrl: string): string {
  const url = parseUrl(text, publicUrl)
  if (url && url.origin === new URL(publicUrl).origin && url.username === '') return url.href
  const example = `${publicUrl}/dashboard`
  throw new ServiceError('url_not_allowed', `return_url must be an address of this server, such as ${example}.`, {
    field: 'return_url',
  })
}
