import type { EndpointCatalogue, RehearsalRequest } from '../base/ports.ts'
import { InvalidRequest, ServiceError, type Violation } from '../base/service-error.ts'
import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createSchemaChecks } from '../contract/schema-validators.ts'
import { searchParamsToObject } from './body/json-body.ts'
import { type Endpoint, readEndpoints } from './frame/endpoint-table.ts'
import { throwIfPending } from './frame/refuse-pending.ts'
import { noSuchEndpoint } from './frame/route-request.ts'
import { createRouteTable } from './frame/route-table.ts'
import {
  createEndpointValidation,
  type EndpointValidation,
  takesInput,
  validateRequest,
} from './validation/endpoint-validation.ts'
import { createNestedBodies } from './validation/nested-body.ts'
import { BODY_TYPES, type BodyKind } from './validation/sub-document.ts'

const BODY_KINDS = Object.keys(BODY_TYPES) as BodyKind[]

/** Tells about endpoints without a request, with the stages that a request would go through. */
export function createEndpointCatalogue({ document }: { document: OpenApiDocument }): EndpointCatalogue {
  const endpoints = readEndpoints(document)
  const routes = createRouteTable(endpoints)
  const checks = createSchemaChecks(document)
  const prepared = new Map<Endpoint, EndpointValidation>()

  /** Compiled when first asked for: few endpoints ever are. */
  const partsOf = (endpoint: Endpoint): EndpointValidation => {
    const parts = prepared.get(endpoint) ?? createEndpointValidation(document, endpoint, checks)
    prepared.set(endpoint, parts)
    return parts
  }

  const innerOf = createNestedBodies({ document, endpoints, partsOf })

  const find = (method: string, path: string): Endpoint => {
    const found = routes.find(method, path)
    if (!found) throw noSuchEndpoint(path)
    if (!('allow' in found)) return found.endpoint
    const takes = found.allow.join(', ')
    throw new ServiceError('not_found', `There is no endpoint ${method} ${path}; this path takes ${takes}.`)
  }

  const read = async (endpoint: Endpoint, url: string, sent: RehearsalRequest['body']) => {
    if (!takesInput(endpoint)) return { body: undefined, ignored: [] }
    const parts = partsOf(endpoint)
    const kind = firstKind(endpoint)
    const body = kind && { ...(kind === 'form' ? filePlaceholders(endpoint, parts) : {}), ...structuredClone(sent) }
    const unknown = (kind && parts.unknownFields[kind]?.drop(body)) ?? []
    const idle = kind === 'form' && body ? parts.openEnums?.(body) : undefined
    const ignored = [...unknown, ...(idle?.fields ?? [])]
    const query = searchParamsToObject(new URLSearchParams(url.split('?')[1]))
    const checked = await validateRequest(parts, { url, headers: {}, query, body, kind })
    const inner = await innerOf(endpoint, checked.body)
    const found = [...checked.violations, ...inner.violations]
    const violations = found.filter(({ loc }) => loc[0] !== 'header').map(relocateViolation)
    if (violations.length > 0) throw new InvalidRequest(violations)
    inner.refusePending()
    return { body: checked.body, ignored: [...ignored, ...inner.ignored] }
  }

  return {
    imageOperations: [...new Set(endpoints.flatMap((one) => one.imageOperations))].map((name) => ({
      name,
      built: endpoints.some(
        ({ imageOperations, pendingOperations }) => imageOperations.includes(name) && !pendingOperations.includes(name),
      ),
    })),

    async rehearse({ method, path, body: sent }) {
      const endpoint = find(method, path.split('?', 1)[0] ?? '')
      if (endpoint.retired !== undefined) throw new ServiceError('endpoint_retired', endpoint.retired)
      const { body, ignored } = await read(endpoint, path, sent)
      throwIfPending(endpoint, body)
      const { id: operationId, imageOperations, costs, waits } = endpoint
      return { operationId, imageOperations, costs, waits, body, ignored }
    },
  }
}

const firstKind = ({ body }: Endpoint) => BODY_KINDS.find((kind) => body?.[kind])

/** Names for the files that a form must have: a request that is not sent has none. */
function filePlaceholders({ body }: Endpoint, { form }: EndpointValidation): Record<string, unknown> {
  const required = body?.form?.required ?? []
  const files = required.flatMap((name) => {
    const field = form?.fields.get(name)
    return field?.kind === 'file' ? [[name, field.list ? ['file'] : 'file'] as const] : []
  })
  return Object.fromEntries(files)
}

/** Where the violation is in the request that asked: the path and the body are fields of its body. */
const relocateViolation = ({ loc: [place, ...rest], ...violation }: Violation): Violation => ({
  ...violation,
  loc: ['body', place === 'body' ? 'body' : 'path', ...rest],
})
