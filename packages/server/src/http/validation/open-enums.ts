import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** What a form said that has no effect. */
export interface IgnoredInput {
  /** Names of fields, for X-Ignored-Fields. */
  readonly fields: readonly string[]
  /** A sentence for each value that was taken as another. */
  readonly warnings: readonly string[]
}

/** Takes out of a form what has no effect, so that the document's defaults take its place. Changes the body. */
export type ReplaceOpenValues = (body: Record<string, unknown>) => IgnoredInput

const LONGEST_SHOWN = 60

/**
 * The published app sends forms whose values the contract leaves open, and an app in the field cannot be changed: a value
 * that is not known, or empty, is taken as the default and named, where JSON is refused.
 */
export function createOpenEnums(document: OpenApiDocument, form: Schema): ReplaceOpenValues {
  const properties = Object.entries(form.properties ?? {})
  const open = properties.flatMap(([name, property]) => {
    const schema = resolve(document, property)
    const known = schema['x-known-values']
    return known ? [{ name, known, fallback: String(property.default ?? schema.default) }] : []
  })
  const withoutEffect = properties.filter(([, property]) => property['x-no-effect']).map(([name]) => name)

  return (body) => {
    const idle = withoutEffect.filter((name) => Object.hasOwn(body, name))
    const unknown = open.flatMap(({ name, known, fallback }) => {
      const sent = body[name]
      return typeof sent === 'string' && !known.includes(sent) ? [{ name, sent, known, fallback }] : []
    })
    for (const name of [...idle, ...unknown.map((one) => one.name)]) delete body[name]
    return { fields: [...unknown.map((one) => one.name), ...idle], warnings: unknown.map(sentence) }
  }
}

function sentence({
  name,
  sent,
  known,
  fallback,
}: Record<'name' | 'sent' | 'fallback', string> & { known: readonly string[] }) {
  const shown = sent.length > LONGEST_SHOWN ? `${sent.slice(0, LONGEST_SHOWN)}…` : sent
  if (fallback === '') return `${name} "${shown}" has no effect: this server cannot do that yet.`
  return `${name} "${shown}" is not known, so ${fallback} was used. Known are ${known.join(', ')}.`
}
