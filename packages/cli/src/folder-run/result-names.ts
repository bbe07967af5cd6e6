import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import type { ResultNames } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CATALOGUE } from '../generated/operation-catalogue.ts'

/** Where results of photos named one by one go: a folder of this name beside them. */
const RESULTS_FOLDER = 'enhanced'

/** Endings other than the name of the command. */
const ENDINGS: Readonly<Record<string, string>> = { 'export-platform': 'export' }

/** What the names of an operation's results end in, before the platform, the layer and the number. */
export const endingOf = ({ name }: Pick<CatalogueEntry, 'name'>): string => ENDINGS[name] ?? name

const isForPlatform = ({ parameters }: CatalogueEntry) => parameters.some(({ name }) => name === 'platform')

/** What is added to the name of a photo, or of its folder: `-upscale`, `-export-ubereats-item-2`, `-smart-layers-dish`. */
const ADDED = new RegExp(
  `^(.+?)-(?:enhanced|process|${CATALOGUE.filter(({ input }) => input !== 'words')
    .map((entry) => {
      const platform = isForPlatform(entry) ? '-[a-z]+-[a-z]+' : ''
      const part = entry.parts ? `(?:-\\d+)?-(?:${entry.parts.join('|')})` : ''
      return endingOf(entry) + platform + part
    })
    .join('|')})(?:-\\d+)?$`,
)

const originOf = (name: string): string | undefined => ADDED.exec(name)?.[1]

/** What lies in a folder: the names of its folders, and those of its files as results would carry them. */
interface Contents {
  readonly folders: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/**
 * Knows a result of an earlier run by its default name, where what it was made of is beside it: `ramen-upscale.jpg`
 * beside `ramen.jpg`, all that is in `menu-enhanced/` beside `menu/`, and in `enhanced/`. Anything else is somebody's photo.
 */
export function createResultNames(): ResultNames {
  const known = new Map<string, Contents>()
  const inside = (folder: string): Contents => {
    const contents = known.get(folder) ?? contentsOf(folder)
    known.set(folder, contents)
    return contents
  }
  const isMadeOf = (name: string, names: ReadonlySet<string>): boolean => {
    const origin = originOf(name)
    return origin !== undefined && names.has(origin)
  }
  return {
    isFolder: (parent: string, name: string): boolean =>
      name === RESULTS_FOLDER || isMadeOf(name, inside(parent).folders),
    isFile: (parent: string, name: string): boolean => isMadeOf(stemOf(name), inside(parent).stems),
  }
}

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length)

function contentsOf(folder: string): Contents {
  const folders = new Set<string>()
  const stems = new Set<string>()
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) folders.add(entry.name)
    // Photos that would share a name give their results longer ones: a.png makes a-png-upscale.png.
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
