import type { ResourceMethods } from './resource-methods.ts'

/** The account behind the key. */
export const account = ({ get, list }: ResourceMethods) => ({
  /** Balance after holds, plan, and the credits used this month (UTC). */
  credits: get('/api/account/credits'),

  /** Every movement of credits, newest first; all amounts together are the balance. */
  transactions: list('/api/account/transactions', 'transactions'),

  /** Everything made for the account, newest first, failures included. */
  generations: list('/api/account/generations', 'generations'),
})
