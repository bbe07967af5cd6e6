// The photos of a demo, and where its results go.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, relative, resolve } from 'node:path'
import { THEMES, writeSamplePhotos } from './sample-photos.ts'

export interface Photos {
  /** The name of the results' folder, which differs for other photos or other flags. */
  name: string
  /** The arguments of the CLI: files, or one folder, and flags. */
  inputs: string[]
  flags: string[]
  /** Lines that describe the photos. */
  about: string[]
}

/** A mistake of the caller, printed without a stack. */
export class DemoError extends Error {}

/**
 * The sample photos, written into the clone next to the results.
 *
 * @param flags of `platelight enhance`, as the caller gave them
 */
export async function samplePhotos(flags: string[], clone: string): Promise<Photos> {
  const folder = join(clone, 'platelight-demo', 'photos')
  const modules = join(clone, 'node_modules')
  await writeSamplePhotos(folder, modules)
  const credits = THEMES.map((theme) => {
    const { version, license, author } = JSON.parse(readFileSync(join(modules, theme, 'package.json'), 'utf8'))
    return `${theme} ${version} (${license}, ${author})`
  })
  return {
    name: flags.length > 0 ? `photos-enhanced-${digest(flags)}` : 'photos-enhanced',
    inputs: [folder],
    // They are 700 to 900 px wide, and would look soft at 3840.
    flags: ['--no-upscale', ...flags],
    about: [
      'Three photos, darkened and tinted as a phone takes them in bad light. The photographs they were made from come',
      `with ${credits.join(' and ')}.`,
      'Try your own: npm run demo -- path/to/folder',
    ],
  }
}

/**
 * The caller's own folder, or a single file.
 *
 * @param given as typed, relative to `from`
 * @param clone the folder of this project, which must not be inside the folder to enhance
 * @throws {DemoError} when it does not exist, or contains the project
 */
export function ownPhotos(given: string, from: string, flags: string[], clone: string): Photos {
  const typed = resolve(from, given)
  if (!existsSync(typed)) throw new DemoError(`There is no file or folder ${typed}.`)
  const path = realpathSync(typed)
  if (!relative(path, realpathSync(clone)).startsWith('..')) {
    throw new DemoError(`${path} holds this project itself. Name a folder of photos.`)
  }
  const folder = statSync(path).isDirectory()
  const title = folder ? basename(path) : basename(path, extname(path))
  return {
    name: `${title || 'photos'}-${digest([path, ...flags])}`,
    inputs: [path],
    flags,
    about: [`Your photos in ${path}. The originals are only read.`],
  }
}

const digest = (texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 6)
