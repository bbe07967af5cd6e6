import type { Request, RequestHandler, Response } from 'express'
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
import type { Violation } from '../../base/service-error.ts'
import { isMoment } from '../../contract/date-time-format.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import { readViolations } from './schema-violations.ts'
import { BODY_TYPES, type BodyKind, subDocumentFor } from './sub-document.ts'

/** A request as the validator is shown it: parsed, and nothing of Express. */
export interface ValidatorInput {
  /** Path and query as they were sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: Record<string, unknown>
  readonly body: unknown
  /** Which of the operation's body schemas; undefined for no body. */
  readonly kind: BodyKind | undefined
}

/** The same with types coerced (path, query, headers) and defaults filled in, and all that is wrong with it. */
export interface ValidatedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly violations: readonly Violation[]
}

export interface RequestValidator {
  check(input: ValidatorInput): Promise<ValidatedRequest>
  /** Compiles what the first request would have to wait for. */
  compile(): Promise<void>
}

/**
 * express-openapi-validator for one endpoint. It is handed a plain object in place of the request, so that its
 * ways with Express (the query getter, multipart, HEAD, reserved characters) do not matter.
 */
export function createValidator(document: OpenApiDocument, endpoint: Endpoint): RequestValidator {
  let stages: Promise<readonly RequestHandler[]> | undefined
  const ready = () => {
    stages ??= Promise.resolve(installValidator(document, endpoint))
    return stages
  }

  const check = async ({ url, headers, query, body, kind }: ValidatorInput): Promise<ValidatedRequest> => {
    const view = {
      method: endpoint.method,
      url,
      originalUrl: url,
      path: url.split('?', 1)[0],
      baseUrl: '',
      app: APP_STUB,
      headers: { ...headers, 'content-type': kind && BODY_TYPES[kind] },
      params: {} as Record<string, unknown>,
      query,
      body,
    }
    const error = await firstError(await ready(), view)
    const refused = error === undefined ? [] : readViolations(error, endpoint, view, kind && endpoint.body?.[kind])
    const violations = [...refused, ...infiniteNumbers(endpoint, view)]
    return { path: view.params, query: view.query, headers: view.headers, body: view.body, violations }
  }

  return {
    check,
    async compile() {
      const url = endpoint.path.replaceAll(/\{[^}]+\}/g, '0')
      const kinds = (Object.keys(BODY_TYPES) as BodyKind[]).filter((kind) => endpoint.body?.[kind])
      for (const kind of kinds.length > 0 ? kinds : [undefined]) {
        await check({ url, headers: {}, query: {}, body: kind && {}, kind })
      }
    },
  }
}

/** Coercion takes "Infinity" for a number, and no bound holds for it. Bodies are JSON, which has no such word. */
function infiniteNumbers(
  { parameters }: Endpoint,
  { params, query, headers }: Record<'params' | 'query' | 'headers', Readonly<Record<string, unknown>>>,
): Violation[] {
  const places = { path: params, query, header: headers, cookie: {} as Readonly<Record<string, unknown>> }
  return parameters
    .filter(({ in: place, name }) => {
      const value = places[place][place === 'header' ? name.toLowerCase() : name]
      return typeof value === 'number' && !Number.isFinite(value)
    })
    .map(({ in: place, name }) => ({ loc: [place, name], msg: 'must be a finite number', type: 'type' }))
}

/**
 * The stages of the validator, without its loader: that compiles the schema of OpenAPI itself for every document,
 * wanted or not, which is most of what preparing an endpoint would cost.
 */
function installValidator(document: OpenApiDocument, endpoint: Endpoint): RequestHandler[] {
  const { path, method, parameters } = endpoint
  const apiDoc = subDocumentFor(document, endpoint) as never
  const route = {
    basePath: '',
    openApiRoute: path,
    expressRoute: path.replaceAll(/\{([^}]+)\}/g, ':$1'),
    method,
    pathParams: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
  }
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    // The document is linted when it is generated.
    validateApiSpec: false,
    // Asked before, by security.ts.
    validateSecurity: false,
    // Compared by reply-check.ts; the validator would walk the whole document for it.
    validateResponses: false,
    // Read before, by form-body.ts.
    fileUploader: false,
    formats: { 'date-time': isMoment },
    // Coercion would reach JSON bodies too; parameters are coerced regardless.
    validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
  })
  const spec = Promise.resolve({ apiDoc, basePaths: [''], routes: [route], serial: 1 })
  return validator.installMiddleware(spec) as unknown as RequestHandler[]
}

/** What the validator wants of an application: case-insensitive paths, and a place for hooks it never calls. */
const APP_STUB = { enabled: () => false, param: () => undefined }

async function firstError(stages: readonly RequestHandler[], view: object): Promise<unknown> {
  for (const stage of stages) {
    const error = await new Promise((done) => stage(view as Request, {} as Response, done))
    if (error !== undefined) return error
  }
  return undefined
}
