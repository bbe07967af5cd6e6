import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import type { ResultNames } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CATALOGUE } from '../generated/operation-catalogue.ts'

/** Folder beside the photos for results of single photos. */
const RESULTS_FOLDER = 'enhanced'

/** Endings that differ from the name of the command. */
const ENDINGS: Readonly<Record<string, string>> = { 'export-platform': 'export' }

/** The ending of an operation's result names, before the platform, the layer and the number. */
export const endingOf = ({ name }: Pick<CatalogueEntry, 'name'>): string => ENDINGS[name] ?? name

const isForPlatform = ({ parameters }: CatalogueEntry) => parameters.some(({ name }) => name === 'platform')

/** Matches the suffix of a result or result folder: `-upscale`, `-export-ubereats-item-2`, `-smart-layers-dish`. */
const RESULT_SUFFIX = new RegExp(
  `^(.+?)-(?:enhanced|process|${CATALOGUE.filter(({ input }) => input !== 'words')
    .map((entry) => {
      const platform = isForPlatform(entry) ? '-[a-z]+-[a-z]+' : ''
      const part = entry.parts ? `(?:-\\d+)?-(?:${entry.parts.join('|')})` : ''
      return endingOf(entry) + platform + part
    })
    .join('|')})(?:-\\d+)?$`,
)

const originOf = (name: string): string | undefined => RESULT_SUFFIX.exec(name)?.[1]

/** The entries of a folder: its subfolders, and its file names in the form in which results contain them. */
interface Contents {
  readonly folders: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/**
 * Recognises results of earlier runs by their default names next to their source: `ramen-upscale.jpg` beside
 * `ramen.jpg`, everything in `menu-enhanced/` beside `menu/`, and everything in `enhanced/`. Any other file is a photo.
 */
export function createResultNames(): ResultNames {
  const known = new Map<string, Contents>()
  const cachedContents = (folder: string): Contents => {
    const contents = known.get(folder) ?? contentsOf(folder)
    known.set(folder, contents)
    return contents
  }
  const isDerivedFrom = (name: string, names: ReadonlySet<string>): boolean => {
    const origin = originOf(name)
    return origin !== undefined && names.has(origin)
  }
  return {
    isFolder: (parent: string, name: string): boolean =>
      name === RESULTS_FOLDER || isDerivedFrom(name, cachedContents(parent).folders),
    isFile: (parent: string, name: string): boolean => isDerivedFrom(stemOf(name), cachedContents(parent).stems),
  }
}

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length)

function contentsOf(folder: string): Contents {
  const folders = new Set<string>()
  const stems = new Set<string>()
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) folders.add(entry.name)
    // Photos with the same stem get longer result names: the result of a.png is a-png-upscale.png.
    else stems.add(stemOf(entry.name)).add(entry.name.replace(/\.([^.]*)$/, '-$1'))
  }
  return { folders, stems }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
