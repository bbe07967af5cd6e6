import type { Request, RequestHandler, Response } from 'express'
import { InvalidRequest, type Violation } from '../../base/service-error.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import { sendContinue } from '../connection/expect-continue.ts'
import type { Operation } from '../frame/endpoint-table.ts'
import { keyViolations } from '../frame/idempotency-key.ts'
import { during, hasBody, operationOf } from '../frame/request-context.ts'
import { asksForAnything, examine, prepare } from '../validation/endpoint-validation.ts'
import type { FormShape } from '../validation/form-fields.ts'
import { createInnerBodies } from '../validation/nested-body.ts'
import type { Ignored } from '../validation/open-enums.ts'
import type { BodyKind } from '../validation/sub-document.ts'
import { ignoredFieldsHeader } from '../validation/unknown-fields.ts'
import { absentBody, bodyKind } from './body-media-type.ts'
import { createTextReader, pairs } from './json-body.ts'
import { createFormReader, type FormLimits } from './multipart-body.ts'

/** Sizes are bytes. */
export interface IntakeLimits extends FormLimits {
  readonly jsonBytes: number
}

interface IntakeDependencies {
  readonly document: OpenApiDocument
  readonly operations: readonly Operation[]
  readonly checks: SchemaChecks
  readonly uploadFolder: string
  readonly limits: IntakeLimits
}

export interface Intake {
  /** Reads the body: media type, size, syntax. */
  readonly read: RequestHandler
  /** Checks everything against the document, fills in defaults, drops what the document does not know. */
  readonly validate: RequestHandler
  /** Compiles the validators of the given operations. */
  warm(operations: readonly Operation[]): Promise<void>
}

/** What reading found; validating wants it all at once. */
interface Reading {
  readonly kind: BodyKind | undefined
  readonly violations: readonly Violation[]
}

const NOTHING_IGNORED: Ignored = { fields: [], warnings: [] }
const NOTHING_READ: Reading = { kind: undefined, violations: [] }

export function createIntake({ document, operations, checks, uploadFolder, limits }: IntakeDependencies): Intake {
  const texts = createTextReader(limits)
  const forms = createFormReader({ folder: uploadFolder, limits })
  const prepared = new Map(operations.filter(asksForAnything).map((one) => [one, prepare(document, one, checks)]))
  const innerOf = createInnerBodies({
    document,
    operations,
    partsOf: (one) => prepared.get(one) ?? prepare(document, one, checks),
  })
  const readings = new WeakMap<Request, Reading>()

  async function readBody(req: Request, res: Response): Promise<Reading> {
    const operation = operationOf(req)
    const { exchange } = req
    const kind = bodyKind(req, operation)
    sendContinue(req, res)

    if (kind === 'form') {
      const shape = prepared.get(operation)?.form
      if (!shape) throw new Error(`${operation.id} has no form.`)
      const { value, files, ignored, violations } = await forms.read(req, res, shape)
      exchange.body = value
      exchange.files = files
      exchange.ignored.push(...ignored)
      return { kind, violations }
    }
    const { value, raw } = await texts[kind](req)
    if (value === undefined) return NOTHING_READ
    exchange.body = value
    if (operation.rawBody) exchange.rawBody = raw
    return { kind, violations: [] }
  }

  return {
    read: async (req, res, next) => {
      const { body } = operationOf(req)
      if (body && hasBody(req)) readings.set(req, await during(req, readBody(req, res)))
      next()
    },

    validate: async (req, res, next) => {
      const operation = operationOf(req)
      const parts = prepared.get(operation)
      if (!parts) return next()

      const { exchange } = req
      const reading = readings.get(req) ?? NOTHING_READ
      const { kind, body } = reading.kind ? { kind: reading.kind, body: exchange.body } : absentBody(operation)
      if (kind) exchange.ignored.push(...(parts.unknown[kind]?.drop(body) ?? []))
      if (kind === 'form') {
        const { fields, warnings } = parts.openValues?.(body as Record<string, unknown>) ?? NOTHING_IGNORED
        exchange.ignored.push(...fields)
        exchange.warnings.push(...warnings)
      }
      if (exchange.ignored.length > 0) res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(exchange.ignored))

      const search = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
      const url = req.path + search
      const query = pairs(new URLSearchParams(search))
      const checked = await examine(parts, { url, headers: req.headers, query, body, kind })
      const inner = await innerOf(operation, checked.body)
      if (inner.ignored.length > 0) {
        exchange.ignored.push(...inner.ignored)
        res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(exchange.ignored))
      }
      const found = [...checked.violations, ...inner.violations]
      const violations = merge([...reading.violations, ...keyViolations(req, operation)], found)
      if (operation.body?.required && !reading.kind && !violations.some(({ loc }) => loc[0] === 'body')) {
        violations.push({ loc: ['body'], msg: 'is required', type: 'required' })
      }
      if (violations.length > 0) throw new InvalidRequest(violations)
      inner.refusePending()

      exchange.path = checked.path
      exchange.query = checked.query
      exchange.body = kind === 'form' ? withoutFiles(checked.body, parts.form) : checked.body
      const maxCredits = checked.headers['x-max-credits']
      if (typeof maxCredits === 'number') exchange.maxCredits = maxCredits
      next()
    },

    async warm(some) {
      for (const operation of some) await prepared.get(operation)?.validator.warm()
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
