import type { Violation } from '../../base/service-error.ts'
import type { OpenApiDocument, Schema } from '../../contract/openapi-types.ts'
import { typedSteps } from '../../contract/schema-validators.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import { oneOfRules } from './one-of-fields.ts'

/** The validator's error about a request. */
interface Refusal {
  readonly status: number
  readonly errors: readonly { readonly path: string; readonly message: string; readonly errorCode?: string }[]
}

interface View {
  readonly query: unknown
  readonly params: unknown
  readonly headers: unknown
  readonly body: unknown
}

const PLACES: Readonly<Record<string, string>> = { params: 'path', query: 'query', headers: 'header', body: 'body' }

/** Rules that only say that another rule failed, which is in the list itself. */
const REDUNDANT_RULES = new Set(['if'])

/**
 * Translates the validator's error into the violations of the contract.
 *
 * @param document The document that the schema refers to.
 * @param body The schema of the body.
 * @throws the error itself when it is not about the request.
 */
export function readViolations(
  error: unknown,
  endpoint: Endpoint,
  view: View,
  { document, body }: { readonly document: OpenApiDocument; readonly body: Schema | undefined },
): Violation[] {
  if (!isRefusal(error)) throw error
  const rules = body ? oneOfRules(document, body, view.body) : undefined
  const broken = new Set(error.errors.flatMap(({ path, errorCode }) => (typeOf(errorCode) === 'oneOf' ? [path] : [])))
  // Each alternative reports its own field as required, although only one of the fields is.
  const redundant = [...broken].flatMap((path) =>
    (rules?.get(path)?.fields ?? []).map((field) => missing([...placeOf(path, endpoint, view), field])),
  )
  const seen = new Set<string>(redundant.map((violation) => JSON.stringify(violation)))
  return error.errors.flatMap(({ path, message, errorCode }) => {
    const type = typeOf(errorCode)
    const loc = placeOf(path, endpoint, view)
    const msg = (type === 'oneOf' && rules?.get(path)?.sentence) || message
    const violation = type === 'required' ? missing(loc) : { loc, msg, type }
    const key = JSON.stringify(violation)
    if (REDUNDANT_RULES.has(type) || seen.has(key)) return []
    seen.add(key)
    return [violation]
  })
}

const typeOf = (errorCode = '') => errorCode.replace('.openapi.validation', '') || 'value'

const missing = (loc: Violation['loc']): Violation => ({ loc, msg: 'is required', type: 'required' })

function placeOf(path: string, endpoint: Endpoint, view: View): (string | number)[] {
  const [first = '', ...rest] = path.split('/').filter((step, index) => index > 0 || step !== '')
  const place = PLACES[first]
  // Errors about alternatives lack the part of the request. Only bodies have alternatives.
  if (place === undefined) return ['body', ...typedSteps([first, ...rest].filter(Boolean), view.body)]
  if (place === 'header') return ['header', ...rest.map((name) => headerName(endpoint, name))]
  return [place, ...typedSteps(rest, view[first as keyof View])]
}

/** The document's spelling; the validator reports names in lower case. */
const headerName = ({ parameters }: Endpoint, lower: string) =>
  parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === lower)?.name ?? lower

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  'status' in error &&
  error.status === 400 &&
  'errors' in error &&
  Array.isArray(error.errors)
