import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../read/bundle-document.ts'
import { endpoints, type OpenApi } from '../read/openapi-model.ts'

const FOLDER = 'packages/sdk/src/resources'
/** `Costs 1 credit at 2x and 2 at 4x`, up to the end of the clause, also across the lines of a comment. */
const PRICE = /Costs \{?(?!nothing)[^.;]*?\d+(?:\s|\*)+credits?[^.;]*/
const DOCSTRING = /\/\*\*(?:(?!\*\/)[\s\S])*\*\//g

/** The files of the client's resources whose comments say a price: as the document says it. */
export async function sdkDocstrings(document: OpenApi): Promise<Record<string, string>> {
  const prices = pricesByPath(document)
  const names = (await readdir(join(ROOT, FOLDER), { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
  const files = names.map(async (name) => {
    const source = await readFile(join(ROOT, FOLDER, name), 'utf8')
    return [`${FOLDER}/${name}`, withPricesOf(source, prices)] as const
  })
  return Object.fromEntries(await Promise.all(files))
}

/** Path of an operation → the clause of its description that says its price. */
function pricesByPath({ paths }: OpenApi): ReadonlyMap<string, string> {
  return new Map(
    endpoints(paths).flatMap(({ path, operation }): [string, string][] => {
      const [price] = PRICE.exec(operation.description ?? '') ?? []
      return price === undefined ? [] : [[path, plain(price)]]
    }),
  )
}

/**
 * A source in which every comment that says a price says that of the operation called below it.
 *
 * @throws Error where no operation with a price is called below such a comment.
 */
export function withPricesOf(source: string, prices: ReadonlyMap<string, string>): string {
  return source.replace(DOCSTRING, (comment, place: number) => {
    const [said] = PRICE.exec(comment) ?? []
    if (said === undefined) return comment
    const below = source.slice(place + comment.length).split('/**', 1)[0] ?? ''
    const called = [...below.matchAll(/'(\/[^']+)'/g)].map(([, path = '']) => path).find((path) => prices.has(path))
    const price = called && prices.get(called)
    if (price === undefined) throw new Error(`No operation with a price is called below "${plain(said)}".`)
    return price === plain(said) ? comment : wrapped(comment.replace(said, price))
  })
}

/** A clause without the line breaks and the asterisks of a comment. */
const plain = (clause: string): string => clause.replace(/\s*\n\s*\*?\s*/g, ' ').trim()

const WIDTH = 120

/** Breaks lines of a comment that a price made too long; what is left over begins the next line of the paragraph. */
function wrapped(comment: string): string {
  const lines = comment.split('\n')
  for (const [at, line] of lines.entries()) {
    const [start = ''] = /^\s*\* /.exec(line) ?? []
    if (start === '' || line.length <= WIDTH) continue
    const space = line.lastIndexOf(' ', WIDTH)
    const rest = line.slice(space + 1)
    const next = lines[at + 1] ?? ''
    const goesOn = next.startsWith(start) && !next.startsWith(`${start}@`)
    lines[at] = line.slice(0, space)
    lines.splice(at + 1, goesOn ? 1 : 0, goesOn ? `${start}${rest} ${next.slice(start.length)}` : start + rest)
  }
  return lines.join('\n')
}
