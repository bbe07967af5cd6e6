import { SCOPES } from '../contract/generated/server-enums.ts'
import type { Scope } from '../contract/index.ts'

/** What an administrator may do: everything. */
export const ADMIN_SCOPES: readonly Scope[] = SCOPES

/** What a customer may do. */
export const CUSTOMER_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin')
