import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { OPENAPI_FOLDER } from './bundle-document.ts'
import type { Components, Json, JsonObject, Response } from './openapi-model.ts'

/**
 * Reads all of schemas/errors.yaml: the bundle contains only what some block refers to, and the frame needs everything.
 *
 * A response has a `description` and no `type`; everything else is a schema.
 */
export async function readRefusals(): Promise<Pick<Components, 'responses' | 'schemas'>> {
  const text = await readFile(join(OPENAPI_FOLDER, 'schemas', 'errors.yaml'), 'utf8')
  const file = parse(text, pointed) as Record<string, JsonObject>
  const entries = Object.entries(file)
  return {
    responses: Object.fromEntries(entries.filter(([, value]) => !value.type)) as unknown as Components['responses'],
    schemas: Object.fromEntries(entries.filter(([, value]) => value.type)),
  }
}

/** References within the file become references to components of the document. */
const pointed = (key: unknown, value: unknown): unknown =>
  key === '$ref' && typeof value === 'string' ? value.replace('#/', '#/components/schemas/') : value

/** An error response for /v1: the camelCase schema, and an example with its names and without upgrade_url. */
export function camelCased(refusal: Response): Response {
  const twin = structuredClone(refusal)
  for (const media of Object.values(twin.content ?? {})) {
    media.schema = { $ref: '#/components/schemas/ErrorV1' }
    if (media.example) media.example = renamed(media.example)
  }
  return twin
}

function renamed(value: Json): Json {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'upgrade_url')
      .map(([key, inner]) => [
        key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        renamed(inner ?? null),
      ]),
  )
}
