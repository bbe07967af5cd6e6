import type { Endpoints, UnsentRequest } from '../base/ports.ts'
import { InvalidRequest, ServiceError, type Violation } from '../base/service-error.ts'
import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createSchemaChecks } from '../contract/schema-validators.ts'
import { pairs } from './body/json-body.ts'
import { type Operation, readOperations } from './frame/endpoint-table.ts'
import { throwIfPending } from './frame/refuse-pending.ts'
import { noSuchEndpoint } from './frame/route-request.ts'
import { createRouteTable } from './frame/route-table.ts'
import { asksForAnything, examine, type Prepared, prepare } from './validation/endpoint-validation.ts'
import { createInnerBodies } from './validation/nested-body.ts'
import { BODY_TYPES, type BodyKind } from './validation/sub-document.ts'

const BODY_KINDS = Object.keys(BODY_TYPES) as BodyKind[]

/** Tells about endpoints without a request, with the stages that a request would go through. */
export function createEndpoints({ document }: { document: OpenApiDocument }): Endpoints {
  const operations = readOperations(document)
  const routes = createRouteTable(operations)
  const checks = createSchemaChecks(document)
  const prepared = new Map<Operation, Prepared>()

  /** Compiled when first asked for: few endpoints ever are. */
  const partsOf = (operation: Operation): Prepared => {
    const parts = prepared.get(operation) ?? prepare(document, operation, checks)
    prepared.set(operation, parts)
    return parts
  }

  const innerOf = createInnerBodies({ document, operations, partsOf })

  const find = (method: string, path: string): Operation => {
    const found = routes.find(method, path)
    if (!found) throw noSuchEndpoint(path)
    if (!('allow' in found)) return found.operation
    const takes = found.allow.join(', ')
    throw new ServiceError('not_found', `There is no endpoint ${method} ${path}; this path takes ${takes}.`)
  }

  const read = async (operation: Operation, url: string, sent: UnsentRequest['body']) => {
    if (!asksForAnything(operation)) return { body: undefined, ignored: [] }
    const parts = partsOf(operation)
    const kind = firstKind(operation)
    const body = kind && { ...(kind === 'form' ? standIns(operation, parts) : {}), ...structuredClone(sent) }
    const unknown = (kind && parts.unknown[kind]?.drop(body)) ?? []
    const idle = kind === 'form' && body ? parts.openValues?.(body) : undefined
    const ignored = [...unknown, ...(idle?.fields ?? [])]
    const query = pairs(new URLSearchParams(url.split('?')[1]))
    const checked = await examine(parts, { url, headers: {}, query, body, kind })
    const inner = await innerOf(operation, checked.body)
    const found = [...checked.violations, ...inner.violations]
    const violations = found.filter(({ loc }) => loc[0] !== 'header').map(asSeenHere)
    if (violations.length > 0) throw new InvalidRequest(violations)
    inner.refusePending()
    return { body: checked.body, ignored: [...ignored, ...inner.ignored] }
  }

  return {
    imageOperations: [...new Set(operations.flatMap((one) => one.imageOperations))].map((name) => ({
      name,
      built: operations.some(
        ({ imageOperations, pendingOperations }) => imageOperations.includes(name) && !pendingOperations.includes(name),
      ),
    })),

    async rehearse({ method, path, body: sent }) {
      const operation = find(method, path.split('?', 1)[0] ?? '')
      if (operation.retired !== undefined) throw new ServiceError('endpoint_retired', operation.retired)
      const { body, ignored } = await read(operation, path, sent)
      throwIfPending(operation, body)
      const { id: operationId, imageOperations, costs, waits } = operation
      return { operationId, imageOperations, costs, waits, body, ignored }
    },
  }
}

const firstKind = ({ body }: Operation) => BODY_KINDS.find((kind) => body?.[kind])

/** Names for the files that a form must have: a request that is not sent has none. */
function standIns({ body }: Operation, { form }: Prepared): Record<string, unknown> {
  const required = body?.form?.required ?? []
  const files = required.flatMap((name) => {
    const field = form?.fields.get(name)
    return field?.kind === 'file' ? [[name, field.list ? ['file'] : 'file'] as const] : []
  })
  return Object.fromEntries(files)
}

/** Where the violation is in the request that asked: the path and the body are fields of its body. */
const asSeenHere = ({ loc: [place, ...rest], ...violation }: Violation): Violation => ({
  ...violation,
  loc: ['body', place === 'body' ? 'body' : 'path', ...rest],
})
