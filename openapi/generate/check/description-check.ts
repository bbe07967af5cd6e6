import { endpoints, isReference, type JsonObject, nameOf, type OpenApi, type Response } from '../read/openapi-model.ts'
import { propertiesOf } from '../read/schema-properties.ts'

/** How much of a document is described, and what is not. */
export interface Documentation {
  /** One sentence per gap. */
  problems: string[]
  operations: number
  bodies: number
  parameters: number
  fields: number
}

/** Checks that every operation, parameter and field has a description, and every request body an example. */
export function documentationOf(document: OpenApi): Documentation {
  const { components, paths, webhooks } = document
  const all = endpoints(paths)
  const operations = [...all, ...endpoints(webhooks)].map(({ operation }) => operation)
  const bodies = all.flatMap(({ operation }) =>
    Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
      place: `${operation.operationId}: ${type}`,
      media,
    })),
  )
  const parameters = [
    ...Object.values(components.parameters).map((parameter) => ({ place: `#/components/parameters`, parameter })),
    ...all.flatMap(({ path, item, operation }) =>
      [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => ({ place: path, parameter })),
    ),
  ].flatMap(({ place, parameter }) => (isReference(parameter) ? [] : [{ place, parameter }]))
  const fields = [...fieldsOf(document)]
  return {
    problems: [
      ...operations.filter(lacksText).map(({ operationId }) => `${operationId} has no description`),
      ...bodies.filter(({ media }) => lacksExample(media)).map(({ place }) => `${place} has no example`),
      ...parameters
        .filter(({ parameter }) => lacksText(parameter))
        .map(({ place, parameter }) => `${place}: the parameter ${parameter.name} has no description`),
      ...fields
        .filter(([, field]) => lacksText(field) && lacksText(isReference(field) ? named(field, document) : {}))
        .map(([place]) => `${place} has no description`),
    ],
    operations: operations.length,
    bodies: bodies.length,
    parameters: parameters.length,
    fields: fields.length,
  }
}

/** Every property of the named schemas, and of the schemas inside operations and shared responses. */
function* fieldsOf({ components, paths }: OpenApi): Generator<[place: string, field: JsonObject]> {
  for (const [name, schema] of Object.entries(components.schemas)) yield* propertiesOf(schema, name)
  for (const { operation } of endpoints(paths)) {
    const own = Object.values(operation.responses).flatMap((response) => (isReference(response) ? [] : [response]))
    for (const { content } of [operation.requestBody ?? {}, ...own] as { content?: Response['content'] }[]) {
      for (const media of Object.values(content ?? {})) yield* propertiesOf(media.schema, operation.operationId)
    }
  }
  for (const [name, { content }] of Object.entries(components.responses)) {
    for (const media of Object.values(content ?? {})) yield* propertiesOf(media.schema, name)
  }
}

function lacksText(described: object): boolean {
  const { description } = described as { readonly description?: unknown }
  return typeof description !== 'string' || description.trim() === ''
}

const lacksExample = ({ example, examples }: JsonObject): boolean => example === undefined && examples === undefined

const named = (field: JsonObject, { components }: OpenApi): JsonObject =>
  (isReference(field) && components.schemas[nameOf(field)]) || {}
