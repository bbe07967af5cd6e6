import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { createDefaultsFiller, type FillAccountDefaults } from './account-defaults.ts'
import { type BodiesOf, type Bounds, readBounds } from './body-bounds.ts'
import { type FormShape, readFormShape } from './form-fields.ts'
import { createOpenValueReplacer, type ReplaceOpenValues } from './open-enums.ts'
import {
  createValidator,
  type RequestValidator,
  type ValidatedRequest,
  type ValidatorInput,
} from './request-validator.ts'
import { createUnknownFieldRemover, type UnknownFieldRemover } from './unknown-fields.ts'

/** What the validation of requests to one endpoint needs, compiled from the document. */
export interface EndpointValidation {
  readonly validator: RequestValidator
  readonly form: FormShape | undefined
  /** Of a JSON body. */
  readonly bounds: Bounds | undefined
  readonly replaceOpenValues: ReplaceOpenValues | undefined
  /** Of a JSON body. Forms have no fields with defaults of the account. */
  readonly fillAccountDefaults: FillAccountDefaults | undefined
  readonly unknownFields: Partial<Record<BodyKind, UnknownFieldRemover>>
}

export const takesInput = ({ parameters, body }: Endpoint) => parameters.length > 0 || body !== undefined

export function createEndpointValidation(
  { document, checks, bodiesOf }: { document: OpenApiDocument; checks: SchemaChecks; bodiesOf: BodiesOf },
  endpoint: Endpoint,
): EndpointValidation {
  const { json, form, urlencoded } = endpoint.body ?? {}
  return {
    validator: createValidator(document, endpoint, checks),
    form: form && readFormShape(document, form, checks),
    bounds: json && readBounds(document, [json], bodiesOf),
    replaceOpenValues: form && createOpenValueReplacer(document, form),
    fillAccountDefaults: json && createDefaultsFiller(document, json),
    unknownFields: {
      ...(json && { json: createUnknownFieldRemover(document, json) }),
      ...(form && { form: createUnknownFieldRemover(document, form) }),
      ...(urlencoded && { urlencoded: createUnknownFieldRemover(document, urlencoded) }),
    },
  }
}

/**
 * Checks a request against its schemas, fields of a form that hold JSON as text included, and fills in defaults. Open values
 * and unknown fields are handled apart, as they are replaced or dropped instead of refused.
 */
export function validateRequest({ validator, form }: EndpointValidation, input: ValidatorInput): ValidatedRequest {
  const checked = validator.check(input)
  const inJsonFields =
    input.kind === 'form' ? form?.checkJsonFields(checked.body as Record<string, unknown>) : undefined
  return { ...checked, violations: [...checked.violations, ...(inJsonFields ?? [])] }
}
