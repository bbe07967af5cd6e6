import { sep } from 'node:path'

/**
 * Creates the matcher for `include` and `ignore`: whether a path below the folder matches one of the globs, ignoring case.
 * As in a .gitignore, a name without a slash matches at any depth, and a folder's name matches all its contents.
 * The glob library is loaded only if there are globs.
 */
export async function matcherOf(globs: readonly string[]): Promise<(below: string) => boolean> {
  if (globs.length === 0) return () => false
  const { default: picomatch } = await import('picomatch/posix.js')
  const matches = picomatch(globs.flatMap(anywhere), { nocase: true })
  return (below) => matches(below.split(sep).join('/'))
}

function anywhere(glob: string): string[] {
  const bare = glob.replace(/^\.\//, '').replace(/\/+$/, '')
  const placed = bare.includes('/') ? bare : `**/${bare}`
  return [placed, `${placed}/**`]
}
