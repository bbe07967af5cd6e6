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
  readonly routes: RouteTable
  readonly checks: SchemaChecks
  readonly validations: Validations
}

/** Only the endpoints about the server itself, for a process that works on runs and answers nothing else. */
export const onlyService = (contract: ApiContract): ApiContract => ({
  ...contract,
  routes: createRouteTable(
    contract.endpoints.filter(({ rateClass }) => rateClass === 'service' || rateClass === 'free'),
  ),
})

/** Reads the document. Its schemas are compiled when they are first needed, or by `compileValidators`. */
export function readContract(document: OpenApiDocument): ApiContract {
  const endpoints = readEndpoints(document)
  const checks = createSchemaChecks(document)
  return {
    document,
    endpoints,
    routes: createRouteTable(endpoints),
    checks,
    validations: createValidations({ document, endpoints, checks }),
  }
}
