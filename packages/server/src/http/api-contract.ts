import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createSchemaChecks, type SchemaChecks } from '../contract/schema-validators.ts'
import { type Endpoint, readEndpoints } from './endpoints/endpoint-table.ts'
import { createRouteTable, type RouteTable } from './endpoints/route-table.ts'
import { createValidations, type Validations } from './validation/endpoint-validations.ts'

/**
 * What is derived from the document, once per process. Requests, rehearsals and replies are checked with the same validators, and
 * each validator is compiled once.
 */
export interface ApiContract {
  readonly document: OpenApiDocument
  readonly endpoints: readonly Endpoint[]
  /** The endpoints that this process answers. The validators of others are never compiled. */
  readonly served: readonly Endpoint[]
  readonly routes: RouteTable
  readonly checks: SchemaChecks
  readonly validations: Validations
}

/** Only the endpoints about the server itself, for a process that works on runs and answers nothing else. */
export function onlyService(contract: ApiContract): ApiContract {
  const served = contract.endpoints.filter(({ rateClass }) => rateClass === 'service' || rateClass === 'free')
  return { ...contract, served, routes: createRouteTable(served) }
}

const read = new WeakMap<OpenApiDocument, ApiContract>()

/**
 * Reads the document, once. Its schemas are compiled when they are first needed or when the server is idle; all servers of
 * this process share them.
 */
export function readContract(document: OpenApiDocument): ApiContract {
  const contract = read.get(document) ?? deriveContract(document)
  read.set(document, contract)
  return contract
}

function deriveContract(document: OpenApiDocument): ApiContract {
  const endpoints = readEndpoints(document)
  const checks = createSchemaChecks(document)
  return {
    document,
    endpoints,
    served: endpoints,
    routes: createRouteTable(endpoints),
    checks,
    validations: createValidations({ document, endpoints, checks }),
  }
}
