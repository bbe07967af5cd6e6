import type { Request, RequestHandler, Response } from 'express'
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
import type { Violation } from '../../base/service-error.ts'
import { isMoment } from '../../contract/date-time-format.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { readViolations } from './schema-violations.ts'
import { BODY_TYPES, bodyKinds, subDocumentFor } from './sub-document.ts'

/** A parsed request, without anything of Express. */
export interface ValidatorInput {
  /** Path and query as sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: Record<string, unknown>
  readonly body: unknown
  /** The body schema to use; undefined when there is no body. */
  readonly kind: BodyKind | undefined
}

/** The request with coerced types (path, query, headers) and defaults, and all its violations. */
export interface ValidatedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly violations: readonly Violation[]
}

export interface RequestValidator {
  check(input: ValidatorInput): Promise<ValidatedRequest>
  /** Compiles the schemas, which the first request would otherwise wait for. */
  compile(): Promise<void>
}

/**
 * Runs express-openapi-validator for one endpoint. The validator gets a plain object instead of the request, so that its
 * special treatment of Express requests (the query getter, multipart, HEAD, reserved characters) does not apply.
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
    const refused =
      error === undefined
        ? []
        : readViolations(error, endpoint, view, { document, body: kind && endpoint.body?.[kind] })
    const violations = [...refused, ...infiniteNumbers(endpoint, view)]
    return { path: view.params, query: view.query, headers: view.headers, body: view.body, violations }
  }

  return {
    check,
    async compile() {
      const url = endpoint.path.replaceAll(/\{[^}]+\}/g, '0')
      const kinds = bodyKinds(endpoint)
      for (const kind of kinds.length > 0 ? kinds : [undefined]) {
        await check({ url, headers: {}, query: {}, body: kind && {}, kind })
      }
    },
  }
}

/** Coercion turns the text "Infinity" into a number that passes every bound. JSON bodies cannot contain it. */
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
 * The validator's middleware, without its loader. The loader compiles the schema of OpenAPI itself for every document,
 * which would be most of the cost of an endpoint.
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
    // credential-check.ts does this earlier.
    validateSecurity: false,
    // reply-check.ts does this; the validator would walk the whole document for it.
    validateResponses: false,
    // multipart-body.ts reads forms earlier.
    fileUploader: false,
    formats: { 'date-time': isMoment },
    // Coercion would change JSON bodies too; parameters are coerced regardless.
    validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
  })
  const spec = Promise.resolve({ apiDoc, basePaths: [''], routes: [route], serial: 1 })
  return validator.installMiddleware(spec) as unknown as RequestHandler[]
}

/** The part of an Express application that the validator uses: the setting for paths, and hooks that it never calls. */
const APP_STUB = { enabled: () => false, param: () => undefined }

async function firstError(stages: readonly RequestHandler[], view: object): Promise<unknown> {
  for (const stage of stages) {
    const error = await new Promise((done) => stage(view as Request, {} as Response, done))
    if (error !== undefined) return error
  }
  return undefined
}
