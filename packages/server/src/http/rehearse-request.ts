import { part } from '../base/compose.ts'
import type { EndpointCatalogue, ReadAccountDefaults, RehearsalRequest } from '../base/ports.ts'
import { InvalidRequest, ServiceError, type Violation } from '../base/service-error.ts'
import type { ApiContract } from './api-contract.ts'
import type { Endpoint } from './endpoints/endpoint-table.ts'
import type { Route } from './endpoints/route-table.ts'
import { noSuchEndpoint } from './stages/route-request.ts'
import type { EndpointValidation } from './validation/endpoint-validation.ts'
import { bodyKinds } from './validation/request-validator.ts'
import { searchParamsToObject } from './validation/search-params.ts'

export const endpointsPart = part(
  ({ contract, accountDefaults }: { contract: ApiContract; accountDefaults: ReadAccountDefaults }) => ({
    provides: { endpoints: createEndpointCatalogue(contract, accountDefaults) },
  }),
)

/** Describes endpoints, and takes a request that is not sent through the checks that a real one passes. */
function createEndpointCatalogue(
  { endpoints, routes, validations }: ApiContract,
  accountDefaults: ReadAccountDefaults,
): EndpointCatalogue {
  const find = (method: string, path: string): Route => {
    const found = routes.find(method, path)
    if (!found) throw noSuchEndpoint(path)
    if (!('allow' in found)) return found
    const allowed = found.allow.join(', ')
    throw new ServiceError('not_found', `There is no endpoint ${method} ${path}; this path takes ${allowed}.`)
  }

  const validate = async (
    { endpoint, path }: Route,
    { path: url, body: sent }: RehearsalRequest,
    accountId: string,
  ) => {
    const validation = validations.of(endpoint)
    if (!validation) return { body: undefined, ignored: [] }
    const [kind] = bodyKinds(endpoint)
    const files = kind === 'form' ? filePlaceholders(endpoint, validation) : {}
    const body = kind && { ...files, ...structuredClone(sent) }
    const query = searchParamsToObject(new URLSearchParams(url.split('?')[1]))
    const defaults = endpoint.imageOperations.length > 0 ? await accountDefaults(accountId) : {}
    const checked = validations.check(endpoint, { path, headers: {}, query, body, kind }, defaults)
    const violations = checked.violations.filter(({ loc }) => loc[0] !== 'header').map(relocateViolation)
    if (violations.length > 0) throw new InvalidRequest(violations)
    return { body: checked.body, ignored: checked.ignoredFields }
  }

  return {
    imageOperations: [...new Set(endpoints.flatMap((one) => one.imageOperations))],

    async rehearse(request, accountId) {
      const { method, path } = request
      const route = find(method, path.split('?', 1)[0] ?? '')
      const { endpoint } = route
      if (endpoint.retired !== undefined) throw new ServiceError('endpoint_retired', endpoint.retired)
      const { body, ignored } = await validate(route, request, accountId)
      const { id: operationId, imageOperations, costs, waits } = endpoint
      return { operationId, imageOperations, costs, waits, body, ignored }
    },
  }
}

/** File names for the files that the form requires: a request that is not sent has no files. */
function filePlaceholders({ body }: Endpoint, { form }: EndpointValidation): Record<string, unknown> {
  const required = body?.form?.required ?? []
  const files = required.flatMap((name) => {
    const field = form?.fields.get(name)
    return field?.kind === 'file' ? [[name, field.list ? ['file'] : 'file'] as const] : []
  })
  return Object.fromEntries(files)
}

/** The place of a violation in the rehearsing request, whose own body has the fields `path` and `body`. */
const relocateViolation = ({ loc: [place, ...rest], ...violation }: Violation): Violation => ({
  ...violation,
  loc: ['body', place === 'body' ? 'body' : 'path', ...rest],
})
