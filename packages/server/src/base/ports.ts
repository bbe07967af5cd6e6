import type { Principal } from '../contract/index.ts'

/** The principal of a bearer credential; undefined when the credential is not valid. */
export type Authenticate = (credential: string) => Promise<Principal | undefined>

/** Whether a token opens an anonymous session that has not expired. */
export type HasAnonymousSession = (token: string) => Promise<boolean>

/** POST requests repeated under one Idempotency-Key: one of them does the work, and all get the same reply. */
export interface Idempotency {
  /**
   * Runs `work` once per (account, key), and replays its reply for 24 hours.
   *
   * @param request.fingerprint Identifies the request. Another request under the same key is refused.
   * @param request.secret The reply carries a secret, so its text is not stored. A repeat gets only the id.
   * @param work Returns the JSON text of a successful reply. An error frees the key.
   * @throws InvalidRequest (422) for another request under the key.
   * @throws ServiceError `idempotency_in_flight` (409) when the first is still running after 30 s.
   * @throws ServiceError `already_done` (409) for a repeat of a secret reply.
   */
  once(
    request: { accountId: string; key: string; fingerprint: string; secret: boolean; signal: AbortSignal },
    work: () => Promise<string>,
  ): Promise<{ text: string; replayed: boolean }>
}

/** The free space on the disks of the data folder. */
export interface DiskSpace {
  /** Whether writes are refused: too little space is free, or a write failed on a full disk and none has succeeded since. */
  isLow(): boolean
  /** Whether nothing more is stored for visitors, so that accounts have the rest. */
  isLowForVisitors(): boolean
  /** The free space on the fullest of the disks, at the last check. */
  freeBytes(): number
  /** Notes an error of a full disk, and logs the first one. Returns whether it was such an error. */
  note(error: unknown): boolean
}

/** The current time. Tests bring their own. */
export interface Clock {
  now(): Date
}

/**
 * The values that an account has set for fields which its requests leave out, by the name in `x-account-default`. Values that it
 * has not set are missing.
 */
export type ReadAccountDefaults = (accountId: string) => Promise<Readonly<Record<string, unknown>>>

/** The endpoints of the document, for code that describes or prices them. */
export interface EndpointCatalogue {
  /** Every image operation of the document. */
  readonly imageOperations: readonly string[]
  /**
   * Takes a request through every check before its handler, without sending it. Image addresses and ids are not looked up.
   *
   * @throws ServiceError the endpoint's own refusal: `not_found` or `endpoint_retired`.
   * @throws InvalidRequest with every violation. `loc` is its place in the rehearsing request: `['body', 'body', 'scale']`.
   * @param accountId The account whose defaults apply.
   * @example await endpoints.rehearse({ method: 'POST', path: '/api/upscale', body: { image_url, scale: 4 } }, accountId)
   */
  rehearse(request: RehearsalRequest, accountId: string): Promise<RehearsedRequest>
}

export interface RehearsalRequest {
  readonly method: string
  /** With its query, if any. */
  readonly path: string
  /** The JSON body, or the fields of a form. A file may be left out, or be given by its name. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What a rehearsed request would do. */
export interface RehearsedRequest {
  readonly operationId: string
  /** Names of the image operations that the endpoint may perform. */
  readonly imageOperations: readonly string[]
  /** Whether the request may cost credits. */
  readonly costs: boolean
  /** Whether the reply waits for the work. */
  readonly waits: boolean
  /** The body that the handler would get. */
  readonly body: unknown
  /** Fields of the body that the document does not name. */
  readonly ignored: readonly string[]
}
