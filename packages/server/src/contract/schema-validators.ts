import Ajv2020, { type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { lazily } from '../base/lazily.ts'
import type { Violation } from '../base/service-error.ts'
import { isMoment } from './date-time-format.ts'
import { finalPointer, type OpenApiDocument, type Schema, withDefaultsInPlace } from './openapi-types.ts'

/** Checks of values against schemas of the document, compiled when first used. */
export interface SchemaChecks {
  /**
   * A check that does not change the value, for values that the server sends or reads from the operator's files.
   *
   * @param pointer A schema of the document (`#/components/schemas/Photo`).
   * @throws Error when the document has no such schema.
   */
  comparer(pointer: string): (value: unknown) => Violation[]
  /**
   * A check that fills in defaults in place, for values that a caller sent. The schema need not be part of the document, but may
   * refer to it.
   *
   * @returns A function that lists every violation. Each `loc` begins with `at`, by default `['body']`.
   */
  compile(schema: Schema): CheckValue
  /**
   * The same for texts, such as the parameters of a query: a text that reads as the wanted type is converted in
   * place, and one text where a list is wanted becomes a list.
   */
  compileTexts(schema: Schema): CheckValue
}

export type CheckValue = (value: unknown, at?: readonly (string | number)[]) => Violation[]

const DOCUMENT = 'openapi'

export function createSchemaChecks(document: OpenApiDocument): SchemaChecks {
  // Schemas refer to nothing but components.
  const components = lazily(() => ({ components: withDefaultsInPlace(document, document.components) }))
  const sent = lazily(() => createAjv(components(), { useDefaults: true }))
  const texts = lazily(() => createAjv(components(), { useDefaults: true, coerceTypes: 'array' }))
  const shown = lazily(() => createAjv(document, {}))

  const compileWith =
    (ajv: () => Ajv2020) =>
    (schema: Schema): CheckValue => {
      const check = lazily(() => ajv().compile(anchored(withDefaultsInPlace(document, schema))))
      return (value, at = ['body']) => violations(check(), value, at)
    }

  return {
    comparer(pointer) {
      const check = compiled(shown(), finalPointer(document, pointer))
      return (value) => violations(check, value, [])
    },
    compile: compileWith(sent),
    compileTexts: compileWith(texts),
  }
}

function createAjv(document: Partial<OpenApiDocument>, options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false, ...options })
  addFormats(ajv, { mode: 'fast' })
  ajv.addFormat('date-time', isMoment)
  // The document is added under one name, so that references find their target by its pointer in the document.
  return ajv.addSchema({ ...document }, DOCUMENT)
}

function compiled(ajv: Ajv2020, pointer: string): ValidateFunction {
  const check = ajv.getSchema(DOCUMENT + pointer)
  if (!check) throw new Error(`The document has no schema at ${pointer}.`)
  return check
}

/** A copy whose references point into the document, wherever the copy is. */
const anchored = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema

function violations(check: ValidateFunction, value: unknown, at: readonly (string | number)[]): Violation[] {
  if (check(value)) return []
  return (check.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => violation(error, value, at))
}

function violation(error: ErrorObject, value: unknown, at: readonly (string | number)[]): Violation {
  const { keyword, instancePath, params } = error
  const named = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  const steps = [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [String(named)])]
  const msg = keyword === 'required' ? 'is required' : sentence(error)
  return { loc: [...at, ...typedSteps(steps, value)], msg, type: keyword }
}

const sentence = ({ keyword, message, params }: ErrorObject) =>
  keyword === 'enum' ? `${message}: ${(params.allowedValues as unknown[]).join(', ')}` : (message ?? 'is not valid')

/** The steps of a JSON pointer. A step into a list is a number, any other step is a name; the value itself decides which. */
function typedSteps(steps: readonly string[], value: unknown): (string | number)[] {
  let here = value
  return steps.map((step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const position = Array.isArray(here) ? Number(name) : name
    here = typeof here === 'object' && here !== null ? (here as Record<string | number, unknown>)[position] : undefined
    return position
  })
}
