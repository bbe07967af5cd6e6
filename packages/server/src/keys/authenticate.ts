import type { Sessions } from '../accounts/session-tokens.ts'
import type { Authenticate } from '../base/ports.ts'
import { ADMIN_SCOPES, CUSTOMER_SCOPES } from '../base/scopes.ts'
import type { Scope } from '../contract/index.ts'
import type { Keys } from './key-service.ts'

const CUSTOMER: ReadonlySet<Scope> = new Set(CUSTOMER_SCOPES)
const ADMIN: ReadonlySet<Scope> = new Set(ADMIN_SCOPES)

/** Authenticates the two bearer credentials: API keys and session tokens. */
export const createAuthenticate =
  ({ keys, sessions }: { keys: Keys; sessions: Sessions }): Authenticate =>
  async (credential) => {
    if (credential.startsWith('pl_')) {
      const found = await keys.authenticate(credential)
      if (!found) return undefined
      return { account: found.account, kind: 'key', credentialId: found.key.id, scopes: new Set(found.key.scopes) }
    }
    const found = await sessions.authenticate(credential)
    if (!found) return undefined
    const scopes = found.account.role === 'admin' ? ADMIN : CUSTOMER
    return { account: found.account, kind: 'session', credentialId: found.sessionId, scopes }
  }
