import type { Warning } from '../../base/warning-codes.ts'
import { type OpenApiDocument, resolve, type Schema } from '../../contract/openapi-types.ts'

/** Fields and values of a form that were ignored. */
export interface IgnoredInput {
  /** Names of fields, for X-Ignored-Fields. */
  readonly fields: readonly string[]
  /** One for each value that was replaced by the default, or has no effect. */
  readonly warnings: readonly Warning[]
}

/** Removes unknown values and fields without effect from a form, so that the defaults apply. Changes the body. */
export type ReplaceOpenValues = (body: Record<string, unknown>) => IgnoredInput

const LONGEST_SHOWN = 60

/**
 * Open enums of a form: an unknown or empty value is replaced by the default and reported, where JSON would be refused.
 * The published app sends such values, and installed copies of it cannot be changed.
 */
export function createOpenValueReplacer(document: OpenApiDocument, form: Schema): ReplaceOpenValues {
  const properties = Object.entries(form.properties ?? {})
  const open = properties.flatMap(([name, property]) => {
    const schema = resolve(document, property)
    const known = schema['x-known-values']
    return known ? [{ name, known, fallback: String(property.default ?? schema.default) }] : []
  })
  const withoutEffect = properties.filter(([, property]) => property['x-no-effect']).map(([name]) => name)

  return (body) => {
    const ineffective = withoutEffect.filter((name) => Object.hasOwn(body, name))
    const unknown = open.flatMap(({ name, known, fallback }) => {
      const sent = body[name]
      return typeof sent === 'string' && !known.includes(sent) ? [{ name, sent, known, fallback }] : []
    })
    for (const name of [...ineffective, ...unknown.map((one) => one.name)]) delete body[name]
    return { fields: [...unknown.map((one) => one.name), ...ineffective], warnings: unknown.map(warningOf) }
  }
}

function warningOf({
  name,
  sent,
  known,
  fallback,
}: Record<'name' | 'sent' | 'fallback', string> & { known: readonly string[] }): Warning {
  const shown = sent.length > LONGEST_SHOWN ? `${sent.slice(0, LONGEST_SHOWN)}…` : sent
  return fallback === ''
    ? { code: 'value_unsupported', message: `${name} "${shown}" has no effect: this server cannot do that yet.` }
    : {
        code: 'value_unknown',
        message: `${name} "${shown}" is not known, so ${fallback} was used. The known values are ${known.join(', ')}.`,
      }
}
