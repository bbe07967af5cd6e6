import type { AdminAccountUpdate } from '../generated/schema.d.ts'
import type { WriteOptions } from '../transport/api-call.ts'
import type { Parameters } from '../transport/send-operation.ts'
import type { ResourceMethods } from './resource-methods.ts'

type AccountFilter = Omit<Parameters<'GET', '/api/admin/accounts', 'query'>, 'limit' | 'cursor'>

/** The accounts and the state of the server. Requires the key of an administrator. */
export const admin = ({ list, one, get, send }: ResourceMethods) => ({
  /**
   * Lists accounts, newest first.
   *
   * @throws PermissionError `admin_only`, `scope_missing`
   *
   * @example
   * for await (const { email, credits } of client.admin.accounts({ search: 'trattoria' })) console.log(email, credits)
   */
  accounts: list<'/api/admin/accounts', AccountFilter>('/api/admin/accounts', 'accounts'),

  /** Reads an account. @throws NotFoundError */
  account: one('GET', '/api/admin/accounts/{account_id}'),

  /**
   * Changes the plan or the limits of an account, disables or enables it.
   *
   * @example
   * await client.admin.updateAccount(id, { disabled: true })
   */
  updateAccount: (id: string, body: AdminAccountUpdate, options?: WriteOptions) =>
    send('PATCH', '/api/admin/accounts/{account_id}', { path: { account_id: id }, json: body }, options),

  /** Grants credits, with a note that the account sees. @throws NotFoundError */
  grantCredits: (id: string, credits: number, note?: string, options?: WriteOptions) =>
    send(
      'POST',
      '/api/admin/accounts/{account_id}/credits',
      { path: { account_id: id }, json: { credits, ...(note !== undefined && { note }) } },
      options,
    ),

  /** Reads what an operator looks at: accounts, recent errors, deliveries, letters and storage. */
  status: get('/api/admin/status'),
})
