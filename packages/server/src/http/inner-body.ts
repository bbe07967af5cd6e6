import type { Violation } from '../errors.ts'
import type { Operation } from './operations.ts'
import { throwIfPending } from './pending.ts'
import { examine, type Prepared } from './prepared.ts'

/**
 * How a field says in the document that it holds the body of another endpoint: `named_by` is the field beside it that
 * names the image operation, `without` what the other endpoint wants and this field does not have.
 */
interface BodyOf {
  readonly named_by: string
  readonly without: string
}

/** What was found in a body inside of a body. */
export interface Inner {
  readonly violations: readonly Violation[]
  readonly ignored: readonly string[]
  /** @throws ServiceError `not_implemented` where the other endpoint is not built */
  refusePending(): void
}

const NOTHING: Inner = { violations: [], ignored: [], refusePending: () => undefined }

/** Stands in for what each item will have; any text does. */
const STAND_IN = 'https://example.com/photo.jpg'

/**
 * Checks the body of another endpoint inside of a body as that endpoint would: what a batch does to each of its pictures
 * is refused, and filled in with defaults, like the call for one.
 *
 * @param partsOf What is prepared for an operation.
 */
export const createInnerBodies = (operations: readonly Operation[], partsOf: (operation: Operation) => Prepared) => {
  const fields = new Map(operations.flatMap((one) => innerField(one) ?? []))

  /** The body is changed in place. What is broken outside of the field is somebody else's to tell. */
  return async (operation: Operation, body: unknown): Promise<Inner> => {
    const { field, named_by, without } = fields.get(operation) ?? {}
    if (field === undefined || without === undefined || named_by === undefined || !isObject(body)) return NOTHING
    const given = body[field]
    // One that the field does not offer is refused there; nobody is told what its body would lack.
    if (operation.body?.json?.properties?.[named_by]?.enum?.includes(body[named_by]) === false) return NOTHING
    const target = operations.find((one) => nounOf(one) === nounOf(operation) && performs(one, body[named_by]))
    if (!target || !isObject(given)) return NOTHING

    const parts = partsOf(target)
    const { [without]: stray, ...own } = given
    const inner: Record<string, unknown> = { ...own, [without]: STAND_IN }
    const dropped = [...(stray === undefined ? [] : [without]), ...(parts.unknown.json?.drop(inner) ?? [])]
    const request = { url: target.path, headers: {}, query: {}, body: inner, kind: 'json' } as const
    const checked = await examine(parts, request)
    const { [without]: _, ...filled } = checked.body as Record<string, unknown>
    body[field] = filled
    return {
      violations: checked.violations.flatMap(({ loc: [place, ...rest], ...violation }) =>
        place === 'body' ? [{ ...violation, loc: ['body', field, ...rest] }] : [],
      ),
      ignored: dropped.map((name) => `${field}.${name}`),
      refusePending: () => throwIfPending(target, filled),
    }
  }
}

function innerField(operation: Operation): [Operation, BodyOf & { readonly field: string }][] | undefined {
  const properties = Object.entries(operation.body?.json?.properties ?? {})
  const found = properties.find(([, schema]) => 'x-body-of' in schema)
  if (!found) return undefined
  const [field, schema] = found
  return [[operation, { field, ...(schema as { 'x-body-of': BodyOf })['x-body-of'] }]]
}

const performs = ({ source }: Operation, name: unknown): boolean =>
  typeof name === 'string' && source['x-operation'] === name

const nounOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
