import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { Platelight } from '../../src/index.ts'
import { declarations, editorWith } from '../support/type-editor.ts'

let published: Map<string, string>
beforeAll(() => {
  published = declarations()
})

const USE = "import { Platelight } from './index.js'\nconst client = new Platelight()\n"

/** Members of the client that are not resources. */
const OTHERS = ['baseUrl', 'maxImageBytes', 'raw']

describe('an editor', () => {
  test('offers the fields of an input, each with a comment', () => {
    const editor = editorWith(published, `${USE}client.images.upscale({ sc^ })`)
    const offered = editor.completions()
    expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(['image_url', 'scale', 'format']))
    for (const { name, documentation } of offered) expect(documentation, name).toMatch(/^[A-Z].*\./)
  })

  test('shows the comment of a result field and the types of a method', () => {
    const result = editorWith(published, `${USE}const result = await client.images.upscale({})\nresult.upscaled^_size`)
    expect(result.hover()).toEqual({
      text: '(property) UpscaleResult.upscaled_size: Size',
      documentation: 'Size of the result in pixels.',
    })
    const method = editorWith(published, `${USE}client.images.up^scale`)
    expect(method.hover().text.replace(/import\([^)]*\)\./g, '')).toContain(
      '(body: WithPictures<UpscaleRequest>, options?: SpendOptions): Call<UpscaleResult>',
    )
  })

  test('shows a comment on every group, and on every method where it is called and between the parentheses', () => {
    const client = new Platelight({ apiKey: 'pl_live_test' })
    const groups = Object.keys(client).filter((name) => !OTHERS.includes(name))
    const methods = groups.flatMap((group) =>
      Object.keys(client[group as 'images']).map((name) => `client.${group}.${name}`),
    )
    const comments = editorWith(published, USE + methods.map((method) => `${method}()`).join('\n')).comments()
    expect(new Set(comments.map(({ text }) => text))).toEqual(
      new Set([...methods, ...groups.map((group) => `client.${group}`)]),
    )
    const silent = comments.filter(({ hover, between = hover }) => !/^[A-Z]/.test(hover) || !/^[A-Z]/.test(between))
    expect(silent.map(({ text }) => text)).toEqual([])
  })

  test('shows a comment for every method of the client and for every input and result field', () => {
    const { counts, gaps } = fieldsOfTheClient()
    expect(gaps).toEqual([])
    // Guards against a check that finds nothing.
    expect(counts.methods).toBeGreaterThan(70)
    expect(counts.in).toBeGreaterThan(100)
    expect(counts.out).toBeGreaterThan(400)
  })
})

/** Counts the methods and fields, and lists those without a comment. */
function fieldsOfTheClient() {
  const editor = editorWith(published, `${USE}client`)
  const { checker, file } = editor.program()
  const counts = { methods: 0, in: 0, out: 0 }
  const gaps: string[] = []
  const client = file.statements.at(-1)
  if (!client || !ts.isExpressionStatement(client)) throw new Error('The program has no client.')

  const isOurs = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((one) => published.has(one.getSourceFile().fileName))
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol)
  const isDocumented = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((one) => {
      const { name } = one as ts.NamedDeclaration
      return name !== undefined && editor.documentation(name) !== ''
    })

  /** Every field of a type and of its nested types, each type once. */
  function visit(type: ts.Type, way: 'in' | 'out', place: string, seen: Set<ts.Type>): void {
    if (type.isUnionOrIntersection() && type.isUnion()) {
      for (const one of type.types) visit(one, way, place, seen)
      return
    }
    const inside = checker.getTypeArguments(type as ts.TypeReference)
    for (const one of type.symbol && !isOurs(type.symbol) ? inside : []) visit(one, way, place, seen)
    if (seen.has(type)) return
    seen.add(type)
    for (const field of checker.getPropertiesOfType(type).filter(isOurs)) {
      const at = `${place}.${field.name}`
      counts[way] += 1
      if (!isDocumented(field)) gaps.push(`${way} ${at}`)
      if (typeOf(field).getCallSignatures().length === 0) visit(typeOf(field), way, at, seen)
    }
  }

  for (const resource of checker.getTypeAtLocation(client.expression).getProperties()) {
    if (OTHERS.includes(resource.name)) continue
    for (const method of typeOf(resource).getProperties()) {
      const place = `${resource.name}.${method.name}`
      counts.methods += 1
      if (!isDocumented(method)) gaps.push(place)
      for (const signature of typeOf(method).getCallSignatures()) {
        const taken = new Set<ts.Type>()
        for (const parameter of signature.getParameters()) visit(typeOf(parameter), 'in', place, taken)
        const given = signature.getReturnType()
        // The result type inside a Call, List or Job, which are the same everywhere.
        for (const one of given.aliasTypeArguments ?? checker.getTypeArguments(given as ts.TypeReference)) {
          visit(one, 'out', place, new Set())
        }
      }
    }
  }
  return { counts, gaps }
}
