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

/** A field whose values an app may know better than this document. */
interface OpenField {
  readonly name: string
  readonly isKnown: (value: string) => boolean
  readonly fallback: string
  /** What is known, as a sentence. */
  readonly known: string
}

/**
 * Open values of a form: an unknown or empty value is replaced by the default and reported, where JSON would be refused.
 * The published app sends such values, and installed copies of it cannot be changed.
 */
export function createOpenValueReplacer(document: OpenApiDocument, form: Schema): ReplaceOpenValues {
  const properties = Object.entries(form.properties ?? {})
  const open = properties.flatMap(([name, property]) => {
    const field = openField(name, { ...resolve(document, property), ...property })
    return field ? [field] : []
  })
  const withoutEffect = properties.flatMap(([name, { 'x-no-effect': why }]) =>
    why === undefined ? [] : [{ name, why }],
  )

  return (body) => {
    const ineffective = withoutEffect.filter(({ name }) => Object.hasOwn(body, name))
    const unknown = open.flatMap((field) => {
      const sent = body[field.name]
      const isLeft =
        typeof sent === 'string' && !field.isKnown(sent) && !ineffective.some(({ name }) => name === field.name)
      return isLeft ? [{ ...field, sent }] : []
    })
    const warnings = [...unknown.map(unknownValue), ...ineffective.map((one) => noEffect(one, body[one.name]))]
    for (const { name } of [...ineffective, ...unknown]) delete body[name]
    return { fields: [...unknown, ...ineffective].map(({ name }) => name), warnings }
  }
}

function openField(name: string, schema: Schema): OpenField | undefined {
  const known = schema['x-known-values']
  const fallback = String(schema.default)
  if (known) {
    return {
      name,
      fallback,
      isKnown: (value) => known.includes(value),
      known: `The known values are ${known.join(', ')}.`,
    }
  }
  const said = schema['x-open-value']
  if (said === undefined) return undefined
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const longest = schema.maxLength ?? Number.POSITIVE_INFINITY
  const isKnown = (value: string) => [...value].length <= longest && (pattern?.test(value) ?? true)
  return { name, fallback, isKnown, known: said }
}

const unknownValue = ({ name, sent, fallback, known }: OpenField & { readonly sent: string }): Warning => ({
  code: 'value_unknown',
  message: `${name} "${shown(sent)}" is not known, so ${fallback === '' ? 'none' : fallback} was used. ${known}`,
})

const noEffect = ({ name, why }: { readonly name: string; readonly why: string }, sent: unknown): Warning => ({
  code: 'value_unsupported',
  message: `${name} "${shown(String(sent))}" has no effect: ${why}`,
})

const shown = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
