import type { Endpoint } from './endpoint-table.ts'

export interface Route {
  readonly endpoint: Endpoint
  /** Decoded values of the `{names}` in the path. */
  readonly path: Readonly<Record<string, string>>
}

export interface RouteTable {
  /** The endpoint; or the methods that the path has; or undefined when there is no such path. */
  find(method: string, path: string): Route | { readonly allow: readonly string[] } | undefined
}

interface PathEntry {
  readonly methods: Map<string, Endpoint>
  readonly names: readonly string[]
}

interface PathNode {
  readonly fixed: Map<string, PathNode>
  any?: PathNode
  place?: PathEntry
}

/**
 * Finds endpoints by path. A path without parameters is one lookup; the rest is a walk down a tree of segments. So the cost
 * does not depend on the number of paths.
 */
export function createRouteTable(endpoints: readonly Endpoint[]): RouteTable {
  const exact = new Map<string, PathEntry>()
  const root: PathNode = { fixed: new Map() }

  for (const endpoint of endpoints) {
    const place = endpoint.path.includes('{') ? insertPath(root, endpoint.path) : entryAt(exact, endpoint.path)
    place.methods.set(endpoint.method, endpoint)
  }

  return {
    find(method, path) {
      const known = exact.get(path)
      const found = known ? { place: known, values: [] } : walk(root, path.split('/').slice(1), 0, [])
      if (!found) return undefined

      const { methods, names } = found.place
      const endpoint = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
      if (!endpoint) return { allow: allowed(methods) }

      const values = decoded(found.values)
      return values && { endpoint, path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) }
    },
  }
}

function entryAt(exact: Map<string, PathEntry>, path: string): PathEntry {
  const place = exact.get(path) ?? { methods: new Map(), names: [] }
  exact.set(path, place)
  return place
}

function insertPath(root: PathNode, path: string): PathEntry {
  const names: string[] = []
  let branch = root
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name) names.push(name)
    const next: PathNode = (name ? branch.any : branch.fixed.get(segment)) ?? { fixed: new Map() }
    if (name) branch.any = next
    else branch.fixed.set(segment, next)
    branch = next
  }
  branch.place ??= { methods: new Map(), names }
  return branch.place
}

/** A fixed segment wins over a parameter. When it leads nowhere, the parameter is tried. */
function walk(
  branch: PathNode,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Match | undefined {
  const segment = segments[depth]
  if (segment === undefined) return branch.place && { place: branch.place, values }
  const fixed = branch.fixed.get(segment)
  return (
    (fixed && walk(fixed, segments, depth + 1, values)) ??
    (segment !== '' && branch.any ? walk(branch.any, segments, depth + 1, [...values, segment]) : undefined)
  )
}

interface Match {
  readonly place: PathEntry
  readonly values: readonly string[]
}

/** Undefined when a value is not valid percent-encoding: such a path does not exist. */
function decoded(values: readonly string[]): string[] | undefined {
  try {
    return values.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const allowed = (methods: Map<string, Endpoint>) => [
  ...new Set([...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
]
