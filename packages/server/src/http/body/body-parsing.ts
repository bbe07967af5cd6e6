import type { Request, RequestHandler, Response } from 'express'
import { InvalidRequest, type Violation } from '../../base/service-error.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import { sendContinue } from '../connection/expect-continue.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import { keyViolations } from '../frame/idempotency-key.ts'
import { endpointOf, hasBody, trackWork } from '../frame/request-context.ts'
import { createEndpointValidation, takesInput, validateRequest } from '../validation/endpoint-validation.ts'
import type { FormShape } from '../validation/form-fields.ts'
import { createNestedBodies } from '../validation/nested-body.ts'
import type { IgnoredInput } from '../validation/open-enums.ts'
import type { BodyKind } from '../validation/sub-document.ts'
import { ignoredFieldsHeader } from '../validation/unknown-fields.ts'
import { absentBody, bodyKind } from './body-media-type.ts'
import { createTextReader, searchParamsToObject } from './json-body.ts'
import { createFormReader, type FormLimits } from './multipart-body.ts'

/** Sizes are bytes. */
export interface BodyLimits extends FormLimits {
  readonly jsonBytes: number
}

interface BodyParsingDependencies {
  readonly document: OpenApiDocument
  readonly endpoints: readonly Endpoint[]
  readonly checks: SchemaChecks
  readonly uploadFolder: string
  readonly limits: BodyLimits
}

export interface BodyParsing {
  /** Reads the body: media type, size, syntax. */
  readonly read: RequestHandler
  /** Checks everything against the document, fills in defaults, drops what the document does not know. */
  readonly validate: RequestHandler
  /** Compiles the validators of the given endpoints. */
  compile(endpoints: readonly Endpoint[]): Promise<void>
}

/** What reading found; validating wants it all at once. */
interface ReadBody {
  readonly kind: BodyKind | undefined
  readonly violations: readonly Violation[]
}

const NOTHING_IGNORED: IgnoredInput = { fields: [], warnings: [] }
const NO_BODY: ReadBody = { kind: undefined, violations: [] }

export function createBodyParsing({
  document,
  endpoints,
  checks,
  uploadFolder,
  limits,
}: BodyParsingDependencies): BodyParsing {
  const texts = createTextReader(limits)
  const forms = createFormReader({ folder: uploadFolder, limits })
  const prepared = new Map(
    endpoints.filter(takesInput).map((one) => [one, createEndpointValidation(document, one, checks)]),
  )
  const innerOf = createNestedBodies({
    document,
    endpoints,
    partsOf: (one) => prepared.get(one) ?? createEndpointValidation(document, one, checks),
  })
  const readings = new WeakMap<Request, ReadBody>()

  async function readBody(req: Request, res: Response): Promise<ReadBody> {
    const endpoint = endpointOf(req)
    const { context } = req
    const kind = bodyKind(req, endpoint)
    sendContinue(req, res)

    if (kind === 'form') {
      const shape = prepared.get(endpoint)?.form
      if (!shape) throw new Error(`${endpoint.id} has no form.`)
      const { value, files, ignored, violations } = await forms.read(req, res, shape)
      context.body = value
      context.files = files
      context.ignoredFields.push(...ignored)
      return { kind, violations }
    }
    const { value, raw } = await texts[kind](req)
    if (value === undefined) return NO_BODY
    context.body = value
    if (endpoint.rawBody) context.rawBody = raw
    return { kind, violations: [] }
  }

  return {
    read: async (req, res, next) => {
      const { body } = endpointOf(req)
      if (body && hasBody(req)) readings.set(req, await trackWork(req, readBody(req, res)))
      next()
    },

    validate: async (req, res, next) => {
      const endpoint = endpointOf(req)
      const parts = prepared.get(endpoint)
      if (!parts) return next()

      const { context } = req
      const reading = readings.get(req) ?? NO_BODY
      const { kind, body } = reading.kind ? { kind: reading.kind, body: context.body } : absentBody(endpoint)
      if (kind) context.ignoredFields.push(...(parts.unknownFields[kind]?.drop(body) ?? []))
      if (kind === 'form') {
        const { fields, warnings } = parts.openEnums?.(body as Record<string, unknown>) ?? NOTHING_IGNORED
        context.ignoredFields.push(...fields)
        context.warnings.push(...warnings)
      }
      if (context.ignoredFields.length > 0)
        res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(context.ignoredFields))

      const search = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
      const url = req.path + search
      const query = searchParamsToObject(new URLSearchParams(search))
      const checked = await validateRequest(parts, { url, headers: req.headers, query, body, kind })
      const inner = await innerOf(endpoint, checked.body)
      if (inner.ignored.length > 0) {
        context.ignoredFields.push(...inner.ignored)
        res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(context.ignoredFields))
      }
      const found = [...checked.violations, ...inner.violations]
      const violations = merge([...reading.violations, ...keyViolations(req, endpoint)], found)
      if (endpoint.body?.required && !reading.kind && !violations.some(({ loc }) => loc[0] === 'body')) {
        violations.push({ loc: ['body'], msg: 'is required', type: 'required' })
      }
      if (violations.length > 0) throw new InvalidRequest(violations)
      inner.refusePending()

      context.path = checked.path
      context.query = checked.query
      context.body = kind === 'form' ? withoutFiles(checked.body, parts.form) : checked.body
      const maxCredits = checked.headers['x-max-credits']
      if (typeof maxCredits === 'number') context.maxCredits = maxCredits
      next()
    },

    async compile(some) {
      for (const endpoint of some) await prepared.get(endpoint)?.validator.compile()
    },
  }
}

/** What was said about a place while reading is not said again in other words. */
function merge(first: readonly Violation[], second: readonly Violation[]): Violation[] {
  const said = new Set(first.map(({ loc }) => loc.join('/')))
  return [...first, ...second.filter(({ loc }) => !said.has(loc.join('/')))]
}

/** The files themselves are handed over beside the body. */
const withoutFiles = (body: unknown, form: FormShape | undefined) =>
  Object.fromEntries(Object.entries(body as object).filter(([name]) => form?.fields.get(name)?.kind !== 'file'))
