import { isReference, type Json, type JsonObject, nameOf, type OpenApi } from './openapi-model.ts'

/** A schema with its reference followed and the parts of an allOf laid together. */
export function mergedSchema(given: Json | undefined, document: OpenApi): JsonObject {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  if (isReference(given)) {
    const { $ref: _, ...beside } = given as unknown as JsonObject
    return { ...mergedSchema(document.components.schemas[nameOf(given)], document), ...beside }
  }
  if (!Array.isArray(given.allOf)) return given
  const parts = given.allOf.map((part) => mergedSchema(part, document))
  const required = [given, ...parts].flatMap((part) => (part.required ?? []) as string[])
  const properties = Object.assign({}, ...parts.map((part) => part.properties), given.properties)
  // The example of one part of several lacks what the others add.
  const example = given.example ?? (parts.length === 1 ? parts[0]?.example : undefined)
  return {
    ...Object.assign({}, ...parts),
    ...given,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    example,
  }
}
