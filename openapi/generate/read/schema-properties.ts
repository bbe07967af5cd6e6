import type { Json, JsonObject } from './openapi-model.ts'

/** Every property of a schema and of the schemas inside it, with its path: `UpscaleResult.upscaled_size`. */
export function* propertiesOf(
  schema: Json | undefined,
  place: string,
): Generator<[place: string, property: JsonObject]> {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) {
    for (const part of schema) yield* propertiesOf(part, place)
    return
  }
  for (const [name, property] of Object.entries((schema.properties ?? {}) as { [name: string]: JsonObject })) {
    yield [`${place}.${name}`, property]
    yield* propertiesOf(property, `${place}.${name}`)
  }
  yield* propertiesOf(schema.items, `${place}[]`)
  for (const key of ['allOf', 'oneOf', 'anyOf', 'contentSchema', 'additionalProperties'])
    yield* propertiesOf(schema[key], place)
}
