import type { Principal } from '../contract/index.ts'

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

/** The room on the disks of the data folder. */
export interface DiskSpace {
  /** Whether nothing more is to be taken in: below the floor, or a write failed for want of room and none has succeeded since. */
  isLow(): boolean
  /** What is left on the fullest of them, when it was last looked at. */
  freeBytes(): number
  /** Takes note of an error if it is that of a full disk, and says so in the log once. Tells whether it is. */
  note(error: unknown): boolean
}

/** Tells the time; tests bring their own. */
export interface Clock {
  now(): Date
}

/** The endpoints of the document, for what tells about them without being called through them. */
export interface EndpointCatalogue {
  /** Every image operation that an endpoint does, and whether one that is built does it. */
  readonly imageOperations: readonly { readonly name: string; readonly built: boolean }[]
  /**
   * Reads a request that is not sent as if it were, up to where its handler would be called. Nothing is looked up:
   * neither addresses of pictures nor ids.
   *
   * @throws ServiceError what the endpoint would answer: `not_found` where there is none, `endpoint_retired`,
   *   `not_implemented`.
   * @throws InvalidRequest every violation, `loc` leading to it within this request: `['body', 'body', 'scale']`.
   * @example await endpoints.rehearse({ method: 'POST', path: '/api/upscale', body: { image_url, scale: 4 } })
   */
  rehearse(request: RehearsalRequest): Promise<RehearsedRequest>
}

export interface RehearsalRequest {
  readonly method: string
  /** With its query, if any. */
  readonly path: string
  /** The JSON, or the fields of a form; a file may be left out, or stand there by its name. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What a request comes down to. */
export interface RehearsedRequest {
  readonly operationId: string
  /** Names of the image operations that it may do. */
  readonly imageOperations: readonly string[]
  /** Whether doing it may cost credits. */
  readonly costs: boolean
  /** Whether its answer waits for the work. */
  readonly waits: boolean
  /** The body as its handler would get it. */
  readonly body: unknown
  /** Fields of the body that the document does not name. */
  readonly ignored: readonly string[]
}
