import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Replacements of functions of openapi-fetch in the bundle, by name; null for functions that are no longer needed. The
 * document uses only the default parameter styles, and the SDK creates the client with three options. This saves half a
 * kilobyte of twelve. `test/package/lean-fetch.test.ts` compares both versions.
 */
const REPLACED: Readonly<Record<string, string | null>> = {
  serializeObjectParam: null,
  serializeArrayParam: null,
  createQuerySerializer: `function createQuerySerializer(options) {
  return (query) =>
    Object.entries(query ?? {})
      .flatMap(([name, value]) => [value ?? []].flat().map((one) => serializePrimitiveParam(name, one, options)))
      .join('&')
}`,
  defaultPathSerializer: `function defaultPathSerializer(path, values) {
  return path.replace(PATH_PARAM_RE, (place) => {
    const value = values?.[place.slice(1, -1)]
    return value === undefined || value === null ? place : encodeURIComponent(value)
  })
}`,
}

/** Only `createClient` is exported. The extension of fetch's options is never used. */
const CUT: readonly (readonly [text: RegExp, instead: string])[] = [
  [/^const supportsRequestInitExt = [\s\S]*?\n};\n/m, ''],
  [/^ *requestInitExt = .*,\n/m, ''],
  [/^ *requestInitExt = .*;\n/m, ''],
  [/\(request, requestInitExt\)/, '(request)'],
  [/^export \{[\s\S]*/m, 'export { createClient as default };'],
]

/** Removes the parts of openapi-fetch that no request of the document needs. @throws if the library has changed */
export function lean(source: string): string {
  const functions = Object.entries(REPLACED).map(
    ([name, text]) => [new RegExp(`^function ${name}\\([\\s\\S]*?\\n}\\n`, 'm'), text ? `${text}\n` : ''] as const,
  )
  return [...functions, ...CUT].reduce((text, [pattern, instead]) => {
    if (!pattern.test(text)) throw new Error(`openapi-fetch has changed: nothing is ${pattern}. See lean-fetch.ts.`)
    return text.replace(pattern, () => instead)
  }, source)
}

export const leanFetch: Plugin = {
  name: 'lean-fetch',
  setup(build) {
    build.onLoad({ filter: /openapi-fetch[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: lean(await readFile(path, 'utf8')),
      loader: 'js',
    }))
  },
}
