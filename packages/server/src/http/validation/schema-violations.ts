import type { Violation } from '../../base/service-error.ts'
import type { Schema } from '../../contract/openapi-types.ts'
import { typedSteps } from '../../contract/schema-validators.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import { oneOfFields } from './one-of-fields.ts'

/** What the validator throws about a request. */
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

/** Says that another rule failed, which stands in the list itself. */
const ECHOES = new Set(['if'])

/**
 * Every violation in the form of the contract.
 *
 * @param body the schema of the body
 * @throws whatever was thrown when it is not about the request.
 */
export function readViolations(error: unknown, endpoint: Endpoint, view: View, body?: Schema): Violation[] {
  if (!isRefusal(error)) throw error
  const oneOf = body && oneOfFields(body, view.body)
  const isOneOf = (path: string, type: string): boolean => type === 'oneOf' && path === '/body'
  // Each alternative says that its field is required, which is not so.
  const echoes = error.errors.some(({ path, errorCode }) => isOneOf(path, typeOf(errorCode))) ? oneOf?.fields : []
  const seen = new Set<string>(echoes?.map((field) => JSON.stringify(missing(['body', field]))))
  return error.errors.flatMap(({ path, message, errorCode }) => {
    const type = typeOf(errorCode)
    const loc = placeOf(path, endpoint, view)
    const msg = oneOf && isOneOf(path, type) ? oneOf.sentence : message
    const violation = type === 'required' ? missing(loc) : { loc, msg, type }
    const key = JSON.stringify(violation)
    if (ECHOES.has(type) || seen.has(key)) return []
    seen.add(key)
    return [violation]
  })
}

const typeOf = (errorCode = '') => errorCode.replace('.openapi.validation', '') || 'value'

const missing = (loc: Violation['loc']): Violation => ({ loc, msg: 'is required', type: 'required' })

function placeOf(path: string, endpoint: Endpoint, view: View): (string | number)[] {
  const [first = '', ...rest] = path.split('/').filter((step, index) => index > 0 || step !== '')
  const place = PLACES[first]
  // Errors about alternatives come without the part of the request they are in; only bodies have any.
  if (place === undefined) return ['body', ...typedSteps([first, ...rest].filter(Boolean), view.body)]
  if (place === 'header') return ['header', ...rest.map((name) => headerName(endpoint, name))]
  return [place, ...typedSteps(rest, view[first as keyof View])]
}

/** As the document spells it; the validator lowers it. */
const headerName = ({ parameters }: Endpoint, lower: string) =>
  parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === lower)?.name ?? lower

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  'status' in error &&
  error.status === 400 &&
  'errors' in error &&
  Array.isArray(error.errors)
