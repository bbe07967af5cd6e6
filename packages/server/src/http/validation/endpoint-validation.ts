import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { BodyKind, Endpoint } from '../frame/endpoint-table.ts'
import { type FormShape, readFormShape } from './form-fields.ts'
import { createOpenEnums, type ReplaceOpenValues } from './open-enums.ts'
import {
  createValidator,
  type RequestValidator,
  type ValidatedRequest,
  type ValidatorInput,
} from './schema-validator.ts'
import { createUnknownFields, type UnknownFields } from './unknown-fields.ts'

/** Everything that validates the requests of one endpoint. */
export interface EndpointValidation {
  readonly validator: RequestValidator
  readonly form: FormShape | undefined
  readonly openEnums: ReplaceOpenValues | undefined
  readonly unknownFields: Partial<Record<BodyKind, UnknownFields>>
}

export const takesInput = ({ parameters, body }: Endpoint) => parameters.length > 0 || body !== undefined

export function createEndpointValidation(
  document: OpenApiDocument,
  endpoint: Endpoint,
  checks: SchemaChecks,
): EndpointValidation {
  const { json, form, urlencoded } = endpoint.body ?? {}
  return {
    validator: createValidator(document, endpoint),
    form: form && readFormShape(document, form, checks),
    openEnums: form && createOpenEnums(document, form),
    unknownFields: {
      ...(json && { json: createUnknownFields(document, json) }),
      ...(form && { form: createUnknownFields(document, form) }),
      ...(urlencoded && { urlencoded: createUnknownFields(document, urlencoded) }),
    },
  }
}

/** Fills in defaults and finds every violation of the document, also in form fields that hold JSON as text. */
export async function validateRequest(
  { validator, form }: EndpointValidation,
  input: ValidatorInput,
): Promise<ValidatedRequest> {
  const checked = await validator.check(input)
  const inText = input.kind === 'form' ? form?.jsonText(checked.body as Record<string, unknown>) : undefined
  return { ...checked, violations: [...checked.violations, ...(inText ?? [])] }
}
