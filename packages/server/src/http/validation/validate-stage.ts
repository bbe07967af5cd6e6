import type { RequestHandler } from 'express'
import type { ReadAccountDefaults } from '../../base/ports.ts'
import { InvalidRequest, type Violation } from '../../base/service-error.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { keyViolations } from '../stages/idempotency-key-header.ts'
import { endpointOf } from '../stages/request-context.ts'
import type { Validations } from './endpoint-validations.ts'
import type { FormShape } from './form-fields.ts'
import { searchParamsToObject } from './search-params.ts'
import { ignoredFieldsHeader } from './unknown-fields.ts'

/**
 * The stage that checks a request against the document, fills in defaults and drops unknown fields. It refuses with
 * all violations at once (422), those found while the body was read included.
 */
export const createValidateStage =
  ({
    validations,
    accountDefaults,
  }: {
    readonly validations: Validations
    readonly accountDefaults: ReadAccountDefaults
  }): RequestHandler =>
  async (req, res, next) => {
    const endpoint = endpointOf(req)
    const validation = validations.of(endpoint)
    if (!validation) return next()

    const { context } = req
    const { received } = context
    const { kind, body } = received ? { kind: received.kind, body: context.body } : absentBody(endpoint)
    const search = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
    const query = searchParamsToObject(new URLSearchParams(search))
    const { principal } = context
    // Only work on pictures has fields with such defaults.
    const defaults = principal && endpoint.imageOperations.length > 0 ? await accountDefaults(principal.account.id) : {}
    const input = { path: context.path, headers: req.headers, query, body, kind }
    const checked = validations.check(endpoint, input, defaults)
    context.ignoredFields.push(...checked.ignoredFields)
    context.warnings.push(...checked.warnings)
    if (context.ignoredFields.length > 0) res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(context.ignoredFields))

    const violations = merge([...(received?.violations ?? []), ...keyViolations(req, endpoint)], checked.violations)
    if (endpoint.body?.required && !received && !violations.some(({ loc }) => loc[0] === 'body')) {
      violations.push({ loc: ['body'], msg: 'is required', type: 'required' })
    }
    if (violations.length > 0) throw new InvalidRequest(violations)

    context.path = checked.path
    context.query = checked.query
    context.body = kind === 'form' ? withoutFiles(checked.body, validation.form) : checked.body
    const maxCredits = checked.headers['x-max-credits']
    if (typeof maxCredits === 'number') context.maxCredits = maxCredits
    next()
  }

/**
 * What stands in for a body that was not sent. It is an empty body when that brings the defaults, or when the body is
 * required, so that each missing field is named. It is nothing when the body is optional and has required fields.
 */
function absentBody({ body }: Endpoint): { kind: BodyKind | undefined; body: unknown } {
  const kind = body && (['json', 'form', 'urlencoded'] as const).find((one) => body[one])
  const schema = kind && body[kind]
  const isEmpty = schema !== undefined && (body?.required || (schema.required ?? []).length === 0)
  return isEmpty ? { kind, body: {} } : { kind: undefined, body: undefined }
}

/** Only the first violation of a place counts: the one found while reading is the more precise. */
function merge(first: readonly Violation[], second: readonly Violation[]): Violation[] {
  const places = new Set(first.map(({ loc }) => loc.join('/')))
  return [...first, ...second.filter(({ loc }) => !places.has(loc.join('/')))]
}

/** The handler gets the files themselves beside the body. */
const withoutFiles = (body: unknown, form: FormShape | undefined) =>
  Object.fromEntries(Object.entries(body as object).filter(([name]) => form?.fields.get(name)?.kind !== 'file'))
