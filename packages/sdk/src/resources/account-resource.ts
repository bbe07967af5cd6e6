import type { ResourceMethods } from './resource-methods.ts'

/** The account behind the key. */
export const account = ({ get, list }: ResourceMethods) => ({
  /** Returns the credits that can be spent, the plan, and the credits used this month (UTC). */
  credits: get('/api/account/credits'),

  /** Lists every movement of credits, newest first. The sum of all amounts is the balance. */
  transactions: list('/api/account/transactions', 'transactions'),

  /** Lists everything created for the account, newest first, including failures. */
  generations: list('/api/account/generations', 'generations'),
})
