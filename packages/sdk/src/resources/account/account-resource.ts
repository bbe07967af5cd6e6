import type { CallOptions, WriteOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** The account behind the key. */
export const account = ({ get, list, one, send }: ResourceMethods) => ({
  /** Returns the credits that can be spent, the plan, and the credits used this month (UTC). */
  credits: get('/api/account/credits'),

  /** Lists every movement of credits, newest first. The sum of all amounts is the balance. */
  transactions: list('/api/account/transactions', 'transactions'),

  /** Lists everything created for the account, newest first, including failures. */
  generations: list('/api/account/generations', 'generations'),

  /** Lists the sessions that are signed in, newest first. `current` marks that of this client, if it uses one. */
  sessions: list('/api/account/sessions', 'sessions'),

  /** Ends a session immediately. Ending it again returns the same response. @throws NotFoundError */
  revokeSession: one('DELETE', '/api/account/sessions/{session_id}'),

  /**
   * Starts an export of everything that is stored about the account, or returns the one in progress. Read `export` until it
   * is ready.
   */
  startExport: (options?: WriteOptions) => send('POST', '/api/account/export', {}, options),

  /** Returns the newest export, with freshly signed links to its archives. @throws NotFoundError if there is none */
  export: get('/api/account/export'),

  /**
   * Deletes the account permanently. This client's credential stops working. Subscriptions bought in an app store are not
   * cancelled.
   */
  delete: (options?: CallOptions) => send('DELETE', '/api/account', {}, options),
})
