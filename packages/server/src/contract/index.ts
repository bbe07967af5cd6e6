import type { Readable } from 'node:stream'
import type { Account } from '../base/account-plan.ts'
import type { Warning } from '../base/warning-codes.ts'
import type { components, operations } from './generated/document-types.d.ts'

/** The names of the document, as types. This file has no code at run time except `SpecialReply`. */
export type OperationId = keyof operations & string
export type Schemas = components['schemas']

type Operation<Id extends OperationId> = operations[Id]
type Content<T, Type extends string> = T extends { content: { [K in Type]: infer Value } } ? Value : never
type RequestBody<Id extends OperationId> = NonNullable<Operation<Id> extends { requestBody?: infer R } ? R : never>
type Parameters<Id extends OperationId, In extends string> =
  Operation<Id> extends { parameters: infer P }
    ? In extends keyof P
      ? NonNullable<P[In]>
      : Record<never, never>
    : Record<never, never>

/** The body with the defaults of the document and without unknown fields. Files of a form are in `files`. */
export type Body<Id extends OperationId> = [RequestBody<Id>] extends [never]
  ? undefined
  :
      | Content<RequestBody<Id>, 'application/json'>
      | Content<RequestBody<Id>, 'application/x-www-form-urlencoded'>
      | Texts<Content<RequestBody<Id>, 'multipart/form-data'>>
type Texts<Form> = {
  [Name in keyof Form as NonNullable<Form[Name]> extends Blob | readonly Blob[] ? never : Name]: Form[Name]
}
export type Query<Id extends OperationId> = Parameters<Id, 'query'>
export type Path<Id extends OperationId> = Parameters<Id, 'path'>
export type Reply<Id extends OperationId> =
  Operation<Id> extends { responses: { 200: infer R } } ? Content<R, 'application/json'> : never

/** A file of a multipart form. It is on disk and is deleted when the request ends. */
export interface UploadedFile {
  readonly field: string
  readonly filename: string
  readonly path: string
  readonly sizeBytes: number
}

/** The caller, as handlers see it. */
export interface Principal {
  readonly account: Account
  readonly kind: 'key' | 'session'
  /** Id of the key or the session. */
  readonly credentialId: string
  readonly scopes: ReadonlySet<Scope>
}

/** What a credential may do. */
export type Scope = Schemas['ApiKeyScope']

/** What every call has, whatever its endpoint. */
interface CallBase {
  /** Exists on bearer endpoints. Reading it on a public endpoint throws. */
  readonly user: Principal
  readonly files: readonly UploadedFile[]
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
  readonly request: RequestFacts
  /** Exists on public endpoints. Using it on a bearer endpoint throws, because a cookie must never identify its caller. */
  readonly cookies: Cookies
}

/** A cookie of this server. Scripts cannot read it, and other sites cannot have it sent along with a POST. */
export interface Cookie {
  readonly name: string
  readonly lifetimeSeconds: number
  /** Whether the contract gives the name. Any other name gets the prefix `__Host-` where cookies are secure. */
  readonly hasFixedName?: boolean
  /** Whether it stays behind also when somebody follows a link from another site. */
  readonly isStrict?: boolean
}

/** The cookies of one request and its reply. */
export interface Cookies {
  read(cookie: Cookie): string | undefined
  set(cookie: Cookie, value: string): void
}

export interface Call<Id extends OperationId> extends CallBase {
  readonly path: Path<Id>
  readonly query: Query<Id>
  readonly body: Body<Id>
}

/** A call of an endpoint that is known only at run time. It can be passed to any handler. */
export interface UncheckedCall extends CallBase {
  readonly path: never
  readonly query: never
  readonly body: never
}

export interface RequestFacts {
  readonly id: string
  /** The caller's address, behind as many proxies as the settings trust. */
  readonly address: string
  /** The subject that limits per caller count: the address, or the /64 network of an IPv6 address. */
  readonly caller: string
  /** Request headers by lower-case name, without `Cookie`, which is read through `cookies` only. */
  header(name: string): string | undefined
  /** The media type among these that the caller prefers by its Accept header; undefined when it accepts none. */
  prefers<const Type extends string>(...types: Type[]): Type | undefined
  /** The caller's Idempotency-Key, only where it counts: on POST with a credential. */
  readonly idempotencyKey: string | undefined
  /** From X-Max-Credits: a request that would cost more is refused. */
  readonly maxCredits: number | undefined
  /** The exact bytes of the body, only on endpoints with `x-raw-body`. */
  readonly rawBody: Buffer | undefined
  /** About values of the form that were replaced by a default or have no effect. The reply has them too. */
  readonly warnings: readonly Warning[]
  /** Names fields that have no effect in X-Ignored-Fields, beside those that the document does not know. */
  ignore(fields: readonly string[]): void
}

/** A reply other than 200 with JSON. */
export type Special =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'file'; readonly file: FileReply }
  | { readonly kind: 'page'; readonly page: PageReply }
  | { readonly kind: 'cached'; readonly file: CachedFile }
  | { readonly kind: 'events'; readonly events: AsyncIterable<string> }
  | { readonly kind: 'nothing' }

/** A page for a person. It loads nothing, and runs no script unless `hasScripts` is set. */
export interface PageReply {
  readonly status: number
  readonly html: string
  /** The exact text of the page's only style element. The policy of the page allows no other style. */
  readonly style: string
  /** Whether the page has a form. The form can be sent only to this server. */
  readonly hasForm?: boolean
  /** Another address that the reply to the form may redirect to. */
  readonly formLeadsTo?: string
  /** Whether the page may run scripts, load styles and send requests of this server. No other page may. */
  readonly hasScripts?: boolean
}

/** Pages for people, which are not part of the API. */
export interface WebPages {
  find(path: string): WebPage | undefined
}

export interface WebPage {
  /** Whether it is a file that pages load, such as a style. Files have a higher limit. */
  readonly isFile?: boolean
  /** Returns a page or a file. Returns JSON when the caller does not prefer a page. */
  answer(options: { readonly prefersHtml: boolean; readonly query: URLSearchParams }): Promise<SpecialReply | object>
}

/** Bytes that are the same for every caller. They are created once and kept in memory. */
export interface CachedFile {
  readonly mime: string
  readonly bytes: Buffer
  readonly gzip: Buffer
  /** A text that changes with the bytes, without quotes. */
  readonly version: string
  /** Whether the address changes with the bytes. */
  readonly isImmutable?: boolean
}

export interface FileReply {
  readonly sizeBytes: number
  readonly mime: string
  /** Strong validator, quoted. */
  readonly etag: string
  readonly cacheControl: string
  /** The file name for `Content-Disposition: attachment`. Without it the file is shown inline. */
  readonly attachment?: string
  /** Another address that has the bytes for a while, if callers should be sent there. */
  redirect?(): Promise<string | undefined>
  /** Opens the bytes from `start` to `end` inclusive. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

export class SpecialReply {
  constructor(readonly special: Special) {}
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id> | SpecialReply>

/** A handler of any endpoint. The type checker has already compared each handler with its endpoint. */
export type AnyHandler = (call: UncheckedCall) => Promise<unknown>

/** The document also names events, which are sent, and retired endpoints, which have no handler. */
type Noun = Exclude<OperationId extends `${infer Name}.${string}` ? Name : never, 'events' | 'retired'>

/** A handler for every endpoint of a noun. A missing, extra or wrongly typed handler does not compile. */
export type Routes<Name extends string> = {
  [Id in OperationId as Id extends `${Name}.${infer Method}` ? Method : never]: Handler<Id>
}

/** The handlers of all nouns. */
export type AllRoutes = { readonly [Name in Noun]: Routes<Name> }
