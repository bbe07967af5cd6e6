import type { Scope } from '../../contract/index.ts'
import {
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type PathItem,
  pointerStep,
  type RequestBody,
  type ResponseObject,
  resolve,
  type Schema,
} from '../../contract/openapi-types.ts'
import { type RateClass, rateClassOf } from '../limits/rate-classes.ts'

/** One method of one path of the document, with everything that the stages need to know about it. */
export interface Endpoint {
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** As in the document, with `{names}`. */
  readonly path: string
  /** JSON pointer to the operation in the document. */
  readonly pointer: string
  readonly source: OperationObject
  readonly parameters: readonly Parameter[]
  readonly body: BodyRules | undefined
  readonly bearer: boolean
  /** Scopes that a credential needs, all of them. */
  readonly scopes: readonly Scope[]
  /** Whether an account with an unverified address may call it: every read, and what the document marks. */
  readonly allowedUnverified: boolean
  /** Whether a full disk refuses it. Reads, deletes and what the document marks go on. */
  readonly needsDiskSpace: boolean
  /** Whether an anonymous session must be known before the body is read. */
  readonly needsAnonymousSession: boolean
  readonly rateClass: RateClass
  /** For a retired endpoint: the sentence on what replaced it. */
  readonly retired: string | undefined
  readonly secretReply: boolean
  readonly rawBody: boolean
  /** Whether success is 200 with JSON. */
  readonly repliesJson: boolean
  /** Whether it has a page for callers that prefer one. */
  readonly repliesPage: boolean
  /** Names of the image operations that it performs. */
  readonly imageOperations: readonly string[]
  /** Whether a request may cost credits. */
  readonly costs: boolean
  /** Whether its reply waits for work on pictures, up to the deadline in the document. */
  readonly waits: boolean
}

/** The media types that an endpoint reads, with their schemas. */
export interface BodyRules {
  readonly required: boolean
  readonly json: Schema | undefined
  readonly form: Schema | undefined
  readonly urlencoded: Schema | undefined
}

export type BodyKind = keyof Omit<BodyRules, 'required'>

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** All endpoints, in the order of the document. */
export function readEndpoints(document: OpenApiDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => readEndpoint(document, path, item, method)),
  )
}

function readEndpoint(document: OpenApiDocument, path: string, item: PathItem, method: string): Endpoint {
  const source = item[method] as OperationObject
  const facts = { id: source.operationId, method: method.toUpperCase(), path }
  const bearer = (source.security ?? document.security ?? []).some((requirement) => 'bearer' in requirement)
  const retired = source['x-retired']
  const byValue = Object.entries((source['x-operations'] ?? {}) as Readonly<Record<string, string>>)
  const imageOperations = [source['x-operation'], ...byValue.map(([, name]) => name)].filter(
    (name): name is string => typeof name === 'string',
  )
  const body = source.requestBody && readBody(document, resolve(document, source.requestBody))

  return {
    ...facts,
    pointer: `#/paths/${pointerStep(path)}/${method}`,
    source,
    parameters: [...(item.parameters ?? []), ...(source.parameters ?? [])].map((one) => resolve(document, one)),
    body,
    bearer,
    scopes: bearer && retired === undefined ? scopesOf(source) : [],
    allowedUnverified: ['get', 'head'].includes(method) || source['x-before-verification'] === true,
    needsDiskSpace: !['get', 'head', 'delete'].includes(method) && source['x-needs-no-room'] !== true,
    needsAnonymousSession: source['x-anonymous-session'] === true,
    rateClass: rateClassOf(source),
    retired: retired === undefined ? undefined : String(retired),
    secretReply: source['x-secret-reply'] === true,
    rawBody: source['x-raw-body'] === true,
    repliesJson: repliesJson(document, source),
    repliesPage: repliesPage(document, source),
    imageOperations,
    costs: imageOperations.length > 0 && source['x-free'] !== true,
    waits: source['x-deadline-seconds'] !== undefined,
  }
}

function readBody(document: OpenApiDocument, { required = false, content }: RequestBody): BodyRules {
  const schema = (type: string) => content[type]?.schema && resolve(document, content[type].schema)
  return {
    required,
    json: schema('application/json'),
    form: schema('multipart/form-data'),
    urlencoded: schema('application/x-www-form-urlencoded'),
  }
}

function repliesJson(document: OpenApiDocument, { responses }: OperationObject): boolean {
  const success = responses['200']
  return success !== undefined && resolve<ResponseObject>(document, success).content?.['application/json'] !== undefined
}

const repliesPage = (document: OpenApiDocument, { responses }: OperationObject): boolean =>
  Object.values(responses).some((one) => resolve<ResponseObject>(document, one).content?.['text/html'] !== undefined)

/** The scopes that an endpoint requires. @throws Error when the document does not list any */
function scopesOf({ operationId, 'x-scopes': marked }: OperationObject): readonly Scope[] {
  if (!Array.isArray(marked) || marked.length === 0) throw new Error(`${operationId} has no x-scopes.`)
  return marked as readonly Scope[]
}
