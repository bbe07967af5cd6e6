import { closest, distance } from 'fastest-levenshtein'

/** The words of JSON Schema that the schema of recipes uses for one field. */
export interface FieldSchema {
  readonly type: string
  readonly title?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
  readonly anyOf?: readonly object[]
}

/** Where something is wrong, from the top of the recipe, and what. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly reason: string
}

/** ` Did you mean 'square'?`, or an empty text if no name is similar. */
export function suggestion(given: string, known: readonly string[]): string {
  if (known.length === 0 || given.length > 100) return ''
  const nearest = closest(given.toLowerCase(), [...known])
  const isNear = distance(given.toLowerCase(), nearest) <= Math.min(3, nearest.length / 2)
  return isNear ? ` Did you mean '${nearest}'?` : ''
}

/** What one field of a recipe has against its schema. */
export function faultsOf(value: unknown, schema: FieldSchema, path: Fault['path']): Fault[] {
  const fault = (reason: string): Fault[] => [{ path, reason }]
  if (schema.type === 'array') {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    if (!Array.isArray(value)) return fault(`must be a list, not ${shown(value)}.`)
    if (value.length < minItems) return fault('is an empty list. Name one at least, or leave the field out.')
    if (value.length > maxItems) return fault(`has ${value.length} entries; at most ${maxItems} are allowed.`)
    return value.flatMap((one, index) => {
      const at = [...path, index]
      if (value.indexOf(one) < index) return [{ path: at, reason: `${shown(one)} is there twice.` }]
      return items ? faultsOf(one, items, at) : []
    })
  }
  if (schema.enum) {
    if (schema.enum.includes(value)) return []
    const known = schema.enum.map(String)
    const near = typeof value === 'string' ? suggestion(value, known) : ''
    return fault(`${shown(value)} is no ${schema.title}.${near} Allowed: ${known.join(', ')}.`)
  }
  if (schema.type === 'boolean') {
    return typeof value === 'boolean' ? [] : fault(`must be true or false, not ${shown(value)}.`)
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  if (typeof value !== 'string') return fault(`must be a text, not ${shown(value)}.`)
  if (value.length < minLength || value.length > maxLength)
    return fault(`must have ${minLength} to ${maxLength} characters, and has ${value.length}.`)
  if (pattern === undefined || new RegExp(pattern).test(value)) return []
  const known = (schema.anyOf ?? []).flatMap((one) => ('enum' in one ? (one.enum as string[]) : []))
  if (known.length === 0) return fault('must be a text on one line.')
  return fault(
    `${shown(value)} is no ${schema.title}.${suggestion(value, known)} Allowed: names such as ${known.slice(0, 3).join(', ')}.`,
  )
}

/** A value on one line. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'fields'
  const text = typeof value === 'string' ? `'${value.replace(/\p{Cc}/gu, ' ')}'` : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…'` : text
}
