import type { Operation } from './endpoint-table.ts'

export interface Route {
  readonly operation: Operation
  /** Decoded values of the `{names}` in the path. */
  readonly path: Readonly<Record<string, string>>
}

export interface RouteTable {
  /** The operation, the methods that the path does have, or undefined where there is no such path. */
  find(method: string, path: string): Route | { readonly allow: readonly string[] } | undefined
}

interface Place {
  readonly methods: Map<string, Operation>
  readonly names: readonly string[]
}

interface Branch {
  readonly fixed: Map<string, Branch>
  any?: Branch
  place?: Place
}

/**
 * Finds operations by path. Paths without parameters are one lookup, the rest a walk down a tree of their
 * segments, so that the last path of the document costs what the first one does.
 */
export function createRouteTable(operations: readonly Operation[]): RouteTable {
  const exact = new Map<string, Place>()
  const root: Branch = { fixed: new Map() }

  for (const operation of operations) {
    const place = operation.path.includes('{') ? plant(root, operation.path) : placeAt(exact, operation.path)
    place.methods.set(operation.method, operation)
  }

  return {
    find(method, path) {
      const known = exact.get(path)
      const found = known ? { place: known, values: [] } : walk(root, path.split('/').slice(1), 0, [])
      if (!found) return undefined

      const { methods, names } = found.place
      const operation = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
      if (!operation) return { allow: allowed(methods) }

      const values = decoded(found.values)
      return values && { operation, path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) }
    },
  }
}

function placeAt(exact: Map<string, Place>, path: string): Place {
  const place = exact.get(path) ?? { methods: new Map(), names: [] }
  exact.set(path, place)
  return place
}

function plant(root: Branch, path: string): Place {
  const names: string[] = []
  let branch = root
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name) names.push(name)
    const next: Branch = (name ? branch.any : branch.fixed.get(segment)) ?? { fixed: new Map() }
    if (name) branch.any = next
    else branch.fixed.set(segment, next)
    branch = next
  }
  branch.place ??= { methods: new Map(), names }
  return branch.place
}

/** A fixed segment wins over a parameter; where it leads nowhere the parameter is tried. */
function walk(
  branch: Branch,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Found | undefined {
  const segment = segments[depth]
  if (segment === undefined) return branch.place && { place: branch.place, values }
  const fixed = branch.fixed.get(segment)
  return (
    (fixed && walk(fixed, segments, depth + 1, values)) ??
    (segment !== '' && branch.any ? walk(branch.any, segments, depth + 1, [...values, segment]) : undefined)
  )
}

interface Found {
  readonly place: Place
  readonly values: readonly string[]
}

/** Undefined when a value is no valid percent-encoding: nothing can be called that. */
function decoded(values: readonly string[]): string[] | undefined {
  try {
    return values.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const allowed = (methods: Map<string, Operation>) => [
  ...new Set([...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
]
