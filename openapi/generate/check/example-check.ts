import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import type { Json, JsonObject, OpenApi } from '../read/openapi-model.ts'

// The package is CommonJS; which of the two shapes arrives depends on who loads it.
const addFormats = ('default' in addFormatsModule ? addFormatsModule.default : addFormatsModule) as (
  ajv: Ajv2020,
) => void

/**
 * Validates every `example`, `examples` and `default` of a document against the schema it stands beside.
 *
 * Covers media types, parameters, headers and schemas themselves. Returns one sentence per misfit.
 */
export function exampleProblems(document: OpenApi): { problems: string[]; checked: number } {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema(document, 'document')

  const problems: string[] = []
  let checked = 0
  const check = (pointer: string, value: Json, place: string) => {
    checked += 1
    const validate = ajv.getSchema(`document#${pointer}`) ?? ajv.compile({ $ref: `document#${pointer}` })
    if (validate(value)) return
    problems.push(
      ...(validate.errors ?? []).map((error) => `${place}: ${error.instancePath || '(whole)'} ${error.message}`),
    )
  }

  walk(document as unknown as JsonObject, '', (node, pointer) => {
    if (pointer.endsWith('/properties')) return
    const beside = isSchemaHolder(node)
    const target = beside ? `${pointer}/schema` : pointer
    if (!beside && !isSchema(node)) return
    if (node.example !== undefined) check(target, node.example, `${pointer}/example`)
    if (!beside && node.default !== undefined) check(target, node.default, `${pointer}/default`)
    for (const [name, value] of Object.entries((node.examples ?? {}) as JsonObject)) {
      const example = beside ? ((value as JsonObject).value ?? null) : (value ?? null)
      check(target, example, `${pointer}/examples/${name}`)
    }
  })
  return { problems, checked }
}

/** Media types, parameters and headers keep their schema in `schema`. */
const isSchemaHolder = (node: JsonObject): boolean => typeof node.schema === 'object' && node.schema !== null

const isSchema = (node: JsonObject): boolean =>
  typeof node.type === 'string' ||
  Array.isArray(node.type) ||
  Array.isArray(node.allOf) ||
  typeof node.$ref === 'string'

function walk(node: Json | undefined, pointer: string, visit: (node: JsonObject, pointer: string) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node, pointer)
  // Beside `properties` these words are names of fields.
  const values = pointer.endsWith('/properties') ? [] : ['example', 'examples', 'default', 'enum']
  for (const [key, inner] of Object.entries(node)) {
    if (values.includes(key)) continue
    walk(inner as Json, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, visit)
  }
}
