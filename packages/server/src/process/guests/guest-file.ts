import { createReadStream } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { document } from '../../contract/openapi-document.ts'
import type { Schema } from '../../contract/openapi-types.ts'
import { createSchemaChecks } from '../../contract/schema-validators.ts'

/** A guest as a line of the file describes it, with defaults. Paths are absolute. */
export interface GuestLine {
  /** The `sub` of the guest's token. */
  readonly guest: string
  readonly credits: number
  readonly projects: readonly GuestProject[]
  readonly images: readonly string[]
}

interface GuestProject {
  readonly image: string
  readonly preset: string
  readonly goal: string
  readonly format: string
  readonly locale: string
  readonly configuration: Readonly<Record<string, unknown>>
}

export interface ReadLine {
  readonly number: number
  /** Undefined when the line has problems. */
  readonly guest?: GuestLine
  readonly problems: readonly string[]
}

const FILE_NAME = { type: 'string', minLength: 1, maxLength: 1000, pattern: '^[^\\u0000]*$' }
/** As long as the field of a form may be. */
const LONGEST_CONFIGURATION = 10_000

const LINE = {
  type: 'object',
  additionalProperties: false,
  required: ['guest'],
  properties: {
    guest: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
    credits: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
    projects: {
      type: 'array',
      maxItems: 100,
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['image'],
        properties: {
          image: FILE_NAME,
          preset: { $ref: '#/components/schemas/DemoStyle' },
          goal: { $ref: '#/components/schemas/Goal' },
          format: { $ref: '#/components/schemas/ShotFormat' },
          locale: { $ref: '#/components/schemas/Locale' },
          configuration: { type: 'object', maxProperties: 100, default: {} },
        },
      },
    },
    images: { type: 'array', maxItems: 500, default: [], items: FILE_NAME },
  },
} as unknown as Schema

/** Reads a file of guests: one JSON object a line. Empty lines are skipped. */
export async function* readGuestFile(path: string): AsyncGenerator<ReadLine> {
  const check = createSchemaChecks(document).compile(LINE)
  const folder = dirname(resolve(path))
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  for await (const line of lines) {
    number += 1
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line
    if (text.trim() === '') continue
    const value = parse(text)
    if (value === undefined) {
      yield { number, problems: ['is not JSON'] }
      continue
    }
    const problems = check(value, []).map(({ loc, msg }) => `${loc.join('.') || 'it'} ${msg}`)
    if (problems.length > 0) yield { number, problems }
    else yield { number, ...located(value as GuestLine, folder) }
  }
}

/** The line with absolute paths. Pictures elsewhere are refused: a file of guests may come from somebody else. */
function located(line: GuestLine, folder: string): { guest?: GuestLine; problems: readonly string[] } {
  const problems: string[] = []
  const inFolder = (name: string): string => {
    const path = resolve(folder, name)
    const way = relative(folder, path)
    if (isAbsolute(name) || isAbsolute(way) || way.split(/[\\/]/)[0] === '..')
      problems.push(`${JSON.stringify(name)} is not in the folder of the file; give paths relative to it`)
    return path
  }
  const projects = line.projects.map((project, index) => {
    if (JSON.stringify(project.configuration).length > LONGEST_CONFIGURATION)
      problems.push(`projects.${index}.configuration has more than ${LONGEST_CONFIGURATION} characters`)
    return { ...project, image: inFolder(project.image) }
  })
  const guest = { ...line, projects, images: line.images.map(inFolder) }
  return problems.length > 0 ? { problems } : { guest, problems }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
