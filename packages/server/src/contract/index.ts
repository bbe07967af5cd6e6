import type { Readable } from 'node:stream'
import type { Account } from '../base/account-plan.ts'
import type { components, operations } from './generated/document-types.d.ts'
import type { PendingEndpoint } from './generated/pending-endpoints.ts'

/** Names of the document, as types. Nothing here exists at run time. */
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

/** The body after the document's defaults were filled in, unknown fields gone. Files of a form are in `files`. */
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

/** A file of a multipart form, on disk until the request ends, then deleted. */
export interface UploadedFile {
  readonly field: string
  readonly filename: string
  readonly path: string
  readonly sizeBytes: number
}

/** Who is calling, as far as a handler may care. */
export interface Principal {
  readonly account: Account
  readonly kind: 'key' | 'session'
  /** Id of the key or the session. */
  readonly credentialId: string
  readonly scopes: ReadonlySet<Scope>
}

export type Scope = 'read' | 'images' | 'account' | 'admin'

/** What every call has, whatever the operation. */
interface CallBase {
  /** Present on Bearer operations; reading it on a public one throws. */
  readonly user: Principal
  readonly files: readonly UploadedFile[]
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
  readonly request: RequestFacts
}

export interface Call<Id extends OperationId> extends CallBase {
  readonly path: Path<Id>
  readonly query: Query<Id>
  readonly body: Body<Id>
}

/** A call of an operation known only at run time: it may be handed to any handler. */
export interface UncheckedCall extends CallBase {
  readonly path: never
  readonly query: never
  readonly body: never
}

export interface RequestFacts {
  readonly id: string
  /** The caller's address, behind as many proxies as the configuration believes. */
  readonly address: string
  /** Whom the address stands for where callers are counted: itself, or the /64 of an IPv6 address. */
  readonly caller: string
  /** Request headers by lower-case name. */
  header(name: string): string | undefined
  /** The first of these media types that the caller likes best, by Accept; undefined when it takes none. */
  prefers<const Type extends string>(...types: Type[]): Type | undefined
  /** The caller's Idempotency-Key, only where it counts: on POST with a credential. */
  readonly idempotencyKey: string | undefined
  /** From X-Max-Credits: refuse what would cost more. */
  readonly maxCredits: number | undefined
  /** The exact bytes of the body, on operations with `x-raw-body` only. */
  readonly rawBody: Buffer | undefined
}

/** An answer that is not 200 with JSON. */
export type Special =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'file'; readonly file: FileReply }
  | { readonly kind: 'page'; readonly page: PageReply }
  | { readonly kind: 'cached'; readonly file: CachedFile }
  | { readonly kind: 'events'; readonly events: AsyncIterable<string> }
  | { readonly kind: 'nothing' }

/** A page for a person: no script, nothing loaded. */
export interface PageReply {
  readonly status: number
  readonly html: string
  /** Exactly what stands in its one style element; nothing else may style it. */
  readonly style: string
  /** Whether it has a form, which may then be sent to this server and nowhere else. */
  readonly hasForm?: boolean
  /** Another address that the answer to the form may lead on to. */
  readonly formLeadsTo?: string
  /** Whether it runs scripts, styles and requests of this server. Every other page runs none. */
  readonly hasScripts?: boolean
}

/** Pages for people, which are no part of the API. */
export interface WebPages {
  find(path: string): WebPage | undefined
}

export interface WebPage {
  /** Whether it is a file that belongs to pages, such as a style: these have a wider limit. */
  readonly isFile?: boolean
  /** Answers with a page or a file, or with JSON where the caller does not ask for a page. */
  answer(options: { readonly prefersHtml: boolean }): Promise<SpecialReply | object>
}

/** Bytes that are the same for every caller, made once and kept in memory. */
export interface CachedFile {
  readonly mime: string
  readonly bytes: Buffer
  readonly gzip: Buffer
  /** What changes with the bytes, without quotes. */
  readonly version: string
}

export interface FileReply {
  readonly sizeBytes: number
  readonly mime: string
  /** Strong validator, quoted. */
  readonly etag: string
  readonly cacheControl: string
  /** Name for Content-Disposition: attachment; inline without. */
  readonly attachment?: string
  /** Opens the bytes from `start` to `end` inclusive. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

export class SpecialReply {
  constructor(readonly special: Special) {}
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id> | SpecialReply>

/** Any handler, as the frame holds it after the type checker has seen each against its operation. */
export type AnyHandler = (call: UncheckedCall) => Promise<unknown>

/**
 * Every endpoint of a noun that is built: a missing, extra or wrongly typed handler does not compile.
 *
 * @typeParam Elsewhere methods that another file handles
 */
export type Routes<Noun extends string, Elsewhere extends string = never> = {
  [Id in Exclude<OperationId, PendingEndpoint> as Id extends `${Noun}.${infer Method}`
    ? Exclude<Method, Elsewhere>
    : never]: Handler<Id>
}
