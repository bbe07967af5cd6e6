import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { Operation } from '../frame/endpoint-table.ts'
import { type FormShape, readFormShape } from './form-fields.ts'
import { createOpenValues, type SettleOpenValues } from './open-enums.ts'
import { type Checked, createValidator, type Input, type Validator } from './schema-validator.ts'
import type { BodyKind } from './sub-document.ts'
import { createUnknownFields, type UnknownFields } from './unknown-fields.ts'

/** What is prepared for an operation that takes parameters or a body. */
export interface Prepared {
  readonly validator: Validator
  readonly form: FormShape | undefined
  readonly openValues: SettleOpenValues | undefined
  readonly unknown: Partial<Record<BodyKind, UnknownFields>>
}

export const asksForAnything = ({ parameters, body }: Operation) => parameters.length > 0 || body !== undefined

export function prepare(document: OpenApiDocument, operation: Operation, checks: SchemaChecks): Prepared {
  const { json, form, urlencoded } = operation.body ?? {}
  return {
    validator: createValidator(document, operation),
    form: form && readFormShape(document, form, checks),
    openValues: form && createOpenValues(document, form),
    unknown: {
      ...(json && { json: createUnknownFields(document, json) }),
      ...(form && { form: createUnknownFields(document, form) }),
      ...(urlencoded && { urlencoded: createUnknownFields(document, urlencoded) }),
    },
  }
}

/** Fills in defaults and finds everything that breaks the document, in JSON text inside of a form too. */
export async function examine({ validator, form }: Prepared, input: Input): Promise<Checked> {
  const checked = await validator.check(input)
  const inText = input.kind === 'form' ? form?.jsonText(checked.body as Record<string, unknown>) : undefined
  return { ...checked, violations: [...checked.violations, ...(inText ?? [])] }
}
