import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'

/** The only folder that an assistant may read pictures of and write results into. */
export interface RootFolder {
  /** Its real path. */
  readonly path: string
  /**
   * The real path of a picture.
   *
   * @throws CliError `outside_root`, also through a symbolic link; `file_unreadable` where there is no file
   */
  picture(given: string): string
  /**
   * The folder of results, which is made if it is missing. Ask before anything is spent.
   *
   * @throws CliError `outside_root` if it is a symbolic link to elsewhere
   */
  results(): string
  /** A path for a result that does not exist yet: `results/ramen-upscale.png`, then `ramen-upscale-2.png`. */
  result(stem: string, extension: string): string
  /** A path as the assistant sees it, relative to the folder. */
  shown(path: string): string
}

const RESULTS = 'results'

/** @throws CliError `input_missing` if there is no such folder */
export function createRootFolder(given: string): RootFolder {
  const root = realPathOf(given) ?? ''
  if (root === '' || !statSync(root).isDirectory()) {
    throw new CliError(`There is no folder ${given}. Name one with --root.`, EXIT.usage, 'input_missing')
  }
  const isInside = (path: string) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
  const outside = (path: string) =>
    new CliError(`${path} is outside of ${root}. Only files below that folder may be used.`, EXIT.usage, 'outside_root')

  function results(): string {
    const folder = join(root, RESULTS)
    mkdirSync(folder, { recursive: true })
    const real = realpathSync(folder)
    if (!isInside(real)) throw outside(RESULTS)
    return real
  }

  return {
    path: root,
    picture(given) {
      const path = resolve(root, given.startsWith('file:') ? fileURLToPath(given) : given)
      // What is outside is refused before it is looked at, so that no reply says what exists there.
      if (!isInside(path)) throw outside(given)
      const real = realPathOf(path)
      if (real === undefined) throw new CliError(`There is no file ${given} in ${root}.`, EXIT.usage, 'file_unreadable')
      if (!isInside(real)) throw outside(given)
      if (!statSync(real).isFile()) throw new CliError(`${given} is not a file.`, EXIT.usage, 'file_unreadable')
      return real
    },
    results,
    result(stem, extension) {
      const real = results()
      const name = stem.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80) || 'picture'
      for (let count = 1; ; count++) {
        const path = join(real, `${name}${count === 1 ? '' : `-${count}`}.${extension}`)
        if (!existsSync(path)) return path
      }
    },
    shown: (path) => relative(root, path),
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
