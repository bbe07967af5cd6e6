import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The sources below a folder and what they import. Paths are relative to the folder. */
export interface SourceImports {
  /** TypeScript files, without tests and declarations. */
  readonly files: readonly string[]
  /** The source of a file. */
  read(file: string): string
  /** Every module that a file names, as it is written there. Imports of types and lazy ones count. */
  namesIn(file: string): readonly string[]
  /** The files that a file imports by relative paths. */
  importedBy(file: string): readonly string[]
}

/** Reads the imports of all sources below a folder. */
export function readImports(folder: string): SourceImports {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test|\.d)\.tsx?$/.test(file),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const read = (file: string): string => texts.get(file) ?? ''
  const namesIn = (file: string): string[] =>
    [...read(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\(|\brequire\.resolve\()\s*'([^'\n]+)'/g)].map(
      ([, name = '']) => name,
    )
  const importedBy = (file: string): string[] =>
    namesIn(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(folder, resolve(join(folder, dirname(file)), name)))
      .filter((target) => !target.startsWith('..'))
  return { files, read, namesIn, importedBy }
}

/** Groups of files each of which reaches all others of its group by imports. */
export const fileCircles = ({ files, importedBy }: SourceImports): string[][] =>
  circles(files, (file) => importedBy(file).filter((target) => files.includes(target)))

/** Groups of folders each of which reaches all others of its group by imports of the files directly in it. */
export function folderCircles({ files, importedBy }: SourceImports): string[][] {
  const imports = new Map<string, Set<string>>()
  for (const file of files) {
    const folder = dirname(file)
    const others = imports.get(folder) ?? new Set()
    imports.set(folder, others)
    for (const target of importedBy(file)) if (dirname(target) !== folder) others.add(dirname(target))
  }
  return circles([...imports.keys()], (folder) => [...(imports.get(folder) ?? [])])
}

/** The strongly connected components of more than one node (Tarjan's algorithm), each sorted. */
export function circles(nodes: readonly string[], edgesOf: (node: string) => readonly string[]): string[][] {
  const order = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    path.push(node)
    let low = own
    for (const target of edgesOf(node)) {
      const seen = order.get(target)
      if (seen === undefined) low = Math.min(low, visit(target))
      else if (path.includes(target)) low = Math.min(low, seen)
    }
    if (low !== own) return low
    const group = path.splice(path.indexOf(node))
    if (group.length > 1) found.push(group.sort())
    return low
  }
  for (const node of nodes) if (!order.has(node)) visit(node)
  return found
}
