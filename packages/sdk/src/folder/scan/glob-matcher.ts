import { sep } from 'node:path'

/**
 * Makes the test of `include` and `ignore`: whether a way below the folder matches one of the globs, whatever its case.
 * A bare name means that name wherever it is, and a folder's name all that is in it, as in a .gitignore.
 * The matcher is loaded where there are globs, and nowhere else.
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
