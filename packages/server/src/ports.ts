import type { Principal } from './contract/index.ts'

/** Turns an Authorization bearer credential into a principal; undefined when it opens nothing. */
export type Authenticate = (credential: string) => Promise<Principal | undefined>

/** Repeats of one POST under one Idempotency-Key: one does the work, all get its bytes. */
export interface Idempotency {
  /**
   * Runs `work` once per (account, key) and replays its reply to repeats for 24 h.
   *
   * @param fingerprint Identifies the request; the same key with another one is refused.
   * @param work Makes the JSON text of a successful reply. Whatever it throws frees the key.
   * @param options.secret The reply carries a secret: its text is not kept, a repeat is told the id.
   * @throws InvalidRequest (422) for another request under the key.
   * @throws ServiceError `idempotency_in_flight` (409) when the first is still running after 30 s.
   * @throws ServiceError `already_done` (409) for a repeat of a secret reply.
   */
  once(
    request: { accountId: string; key: string; fingerprint: string; secret: boolean; signal: AbortSignal },
    work: () => Promise<string>,
  ): Promise<{ text: string; replayed: boolean }>
}

/** Tells the time; tests bring their own. */
export interface Clock {
  now(): Date
}
