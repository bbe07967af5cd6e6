import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** Values for fields that a request leaves out, by the name in `x-account-default`. */
export type AccountDefaults = Readonly<Record<string, unknown>>

/** Fills in fields that are missing. Changes the body. */
export type FillAccountDefaults = (body: unknown, defaults: AccountDefaults) => void

/**
 * The fields of a body with the mark `x-account-default`, on the field or on the schema that it refers to. They are filled in
 * before the body is checked, so that what the account has set comes before the default of the document.
 */
export function createDefaultsFiller(document: OpenApiDocument, given: Schema): FillAccountDefaults {
  const marked = Object.entries(resolve(document, given).properties ?? {}).flatMap(([field, property]) => {
    const name = property['x-account-default'] ?? resolve<Schema>(document, property)['x-account-default']
    return name === undefined ? [] : [[field, name] as const]
  })
  return (body, defaults) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return
    const fields = body as Record<string, unknown>
    for (const [field, name] of marked) {
      if (!Object.hasOwn(fields, field) && defaults[name] !== undefined) fields[field] = structuredClone(defaults[name])
    }
  }
}
