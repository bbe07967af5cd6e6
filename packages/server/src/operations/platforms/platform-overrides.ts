import type { Violation } from '../../base/service-error.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { Size } from '../picture-size.ts'
import { BUILT_IN } from './platform-registry.ts'
import { type Platform, ratioOf } from './platform-terms.ts'

/** Defaults for fields that a row of the operator's file leaves out. */
const USUAL = {
  rules: {},
  content: [],
  forbids_generated: false,
  verified: true,
  source: 'the operator of this server',
  confidence: 'high',
  conflicts: [],
} as const

/** More platforms than exist. A longer list is an error. */
const MOST = 400

/**
 * The built-in rows with those of the operator's file: `{ platforms: [{ id, … }] }`. A row with a known id replaces the
 * fields that it names. Any other row is added and needs a name, an `export` and `checked_on`.
 *
 * @param problems Every problem is added here, as a sentence with its place in the file.
 * @param checks Checks of the document, whose schema of a platform each row must fit.
 */
export function overridden(content: unknown, problems: string[], checks: SchemaChecks): readonly Platform[] {
  const given = (content as { platforms?: unknown } | null)?.platforms
  if (!Array.isArray(given) || given.length > MOST) {
    problems.push(`it must be an object whose "platforms" is a list of at most ${MOST} rows`)
    return BUILT_IN
  }
  if (given.length === 0) return BUILT_IN
  const check = checks.comparer('#/components/schemas/Platform')
  const rows = new Map(BUILT_IN.map((row) => [row.id, row]))
  const seen = new Set<unknown>()
  given.forEach((entry: unknown, index) => {
    const { id } = (entry ?? {}) as { id?: unknown }
    const place = `platforms[${index}]${typeof id === 'string' ? ` (${id})` : ''}`
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      problems.push(`${place} must be an object`)
      return
    }
    if (id !== undefined && seen.has(id)) problems.push(`${place} appears twice`)
    seen.add(id)
    const row = { ...(rows.get(String(id)) ?? USUAL), ...entry } as Platform
    const wrong = check(row).map((violation) => `${place}${sentence(violation)}`)
    problems.push(...(wrong.length > 0 ? wrong : contradictions(row).map((one) => `${place}.export ${one}`)))
    if (wrong.length === 0) rows.set(row.id, row)
  })
  return [...rows.values()]
}

const sentence = ({ loc, msg, type }: Violation): string => {
  const where = loc.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `${where} ${type === 'additionalProperties' ? 'has an unknown field' : msg}`
}

/** Contradictions between the exported file and the rules for which it is exported. */
export function contradictions({ rules, export: profile }: Platform): string[] {
  const { size, min_size: least = size, format, max_bytes = 0, safe_area } = profile
  const { width, height } = size
  const ratio = width / height
  const fits = (aspect: string, slack = 1 / height) => Math.abs(ratio - ratioOf(aspect)) <= slack * Math.max(1, ratio)
  const [narrowest, widest] = rules.aspect_range ?? []
  const problems = [
    rules.size && !isSame(rules.size, size) && 'has another size than rules.size',
    rules.size && !isSame(least, size) && 'may not have min_size, because rules.size is exact',
    rules.min_size && !holds(least, rules.min_size) && 'has a smaller size, or min_size, than rules.min_size',
    rules.max_size && !holds(rules.max_size, size) && 'has a larger size than rules.max_size',
    rules.max_square && width === height && width > rules.max_square && 'is a larger square than rules.max_square',
    rules.max_pixels && width * height > rules.max_pixels && 'has more pixels than rules.max_pixels',
    !holds(size, least) && 'has a min_size larger than its size',
    rules.aspects && !rules.aspects.some((aspect) => fits(aspect)) && 'has a shape that rules.aspects does not have',
    narrowest && widest && isOutside(ratio, narrowest, widest, height) && 'has a shape outside rules.aspect_range',
    rules.formats && !rules.formats.some((one) => one === format) && 'has a format that rules.formats does not have',
    rules.max_bytes && max_bytes > rules.max_bytes && 'has a larger max_bytes than rules.max_bytes',
    safe_area && !holds(size, safe_area) && 'has a safe_area larger than its size',
  ]
  return problems.filter((problem): problem is string => typeof problem === 'string')
}

const isSame = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height
const holds = (large: Size, small: Size): boolean => large.width >= small.width && large.height >= small.height
const isOutside = (ratio: number, narrowest: string, widest: string, height: number): boolean =>
  ratio < ratioOf(narrowest) - 1 / height || ratio > ratioOf(widest) + 1 / height
