import type { Warning } from '../../base/warning-codes.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import type { AccountDefaults } from './account-defaults.ts'
import {
  createEndpointValidation,
  type EndpointValidation,
  takesInput,
  validateRequest,
} from './endpoint-validation.ts'
import { createBodiesOf, createNestedBodies } from './nested-body.ts'
import type { ValidatedRequest, ValidatorInput } from './request-validator.ts'

/** A validated request, with everything that the reply says about it. */
export interface CheckedRequest extends ValidatedRequest {
  /** Names of fields that were dropped. */
  readonly ignoredFields: readonly string[]
  /** One for each value that was replaced by a default, or has no effect. */
  readonly warnings: readonly Warning[]
}

/** The validation of every endpoint that takes parameters or a body. */
export interface Validations {
  /** Created when first needed; undefined when the endpoint takes no input. */
  of(endpoint: Endpoint): EndpointValidation | undefined
  /**
   * Validates a whole request, nested bodies included. The body is changed in place.
   *
   * @param defaults What the account has set for fields that the request leaves out.
   */
  check(endpoint: Endpoint, input: ValidatorInput, defaults: AccountDefaults): CheckedRequest
}

export function createValidations(deps: {
  document: OpenApiDocument
  endpoints: readonly Endpoint[]
  checks: SchemaChecks
}): Validations {
  const { document, endpoints, checks } = deps
  const known = new Map<Endpoint, EndpointValidation>()
  const bodiesOf = createBodiesOf(endpoints)

  const of = (endpoint: Endpoint): EndpointValidation | undefined => {
    if (!takesInput(endpoint)) return undefined
    const validation = known.get(endpoint) ?? createEndpointValidation({ document, checks, bodiesOf }, endpoint)
    known.set(endpoint, validation)
    return validation
  }

  const validateNested = createNestedBodies({ document, endpoints, validationOf: of })

  return {
    of,

    check(endpoint, input, defaults) {
      const validation = of(endpoint)
      if (!validation) throw new Error(`${endpoint.id} takes no input.`)
      const { kind, body } = input
      const unknown = kind ? validation.unknownFields[kind]?.drop(body) : undefined
      const replaced = kind === 'form' ? validation.replaceOpenValues?.(body as Record<string, unknown>) : undefined
      if (kind === 'json') validation.fillAccountDefaults?.(body, defaults)
      const validated = validateRequest(validation, input)
      const nested = validateNested(endpoint, validated.body, defaults)
      return {
        ...validated,
        violations: [...validated.violations, ...nested.violations],
        ignoredFields: [...(unknown ?? []), ...(replaced?.fields ?? []), ...nested.ignored],
        warnings: replaced?.warnings ?? [],
      }
    },
  }
}
