import { basename, join } from 'node:path'
import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import { serverFolder } from '../../base/server-folder.ts'
import { CONTRACTS, MODELS, type Model, RUNTIME, type ServedUse } from '../model-catalogue.ts'
import { type ModelSettings, NONE } from '../model-settings.ts'
import { checksum } from './file-checksum.ts'
import { installCommand, packageFolder, partsOf, resolvePackage } from './locate-packages.ts'

/**
 * - `ready`: installed, with the expected checksum
 * - `missing`: its package or file does not exist
 * - `damaged`: installed, with another checksum
 * - `replaced`: the operator chose another file for its use, or no network
 */
export type ModelStatus = 'ready' | 'missing' | 'damaged' | 'replaced'

/** One model as it is on this machine. */
export interface InspectedModel {
  readonly id: string
  readonly engine: string
  readonly use: NetworkUse
  readonly status: ModelStatus
  /** The folder of its package, or the path of the operator's file. */
  readonly where?: string
  /** What is wrong and how to correct it. */
  readonly problem?: string
  /** The checksum of an operator's own file. */
  readonly sha256?: string
  /** Undefined for an operator's own file. */
  readonly model?: Model
}

export const isRuntimeInstalled = ({ searchFrom }: ModelSettings): boolean =>
  resolvePackage(RUNTIME.name, searchFrom) !== undefined

/** The package of weights that come with the server. */
const SERVER = '@platelight/server'

/** Finds every model and compares it with its checksum, without loading it. @returns models, best first within their use */
export async function inspectModels(settings: ModelSettings, only?: NetworkUse): Promise<InspectedModel[]> {
  const models = (settings.models ?? MODELS).filter(({ use }) => !only || use === only)
  const uses = (Object.keys(CONTRACTS) as ServedUse[]).filter((use) => !only || use === only)
  const own = uses.flatMap((use) => {
    const path = settings.own[use]
    return path === undefined || path === NONE ? [] : [inspectOwn(use, path)]
  })
  return Promise.all([...own, ...models.map((model) => inspectPackage(model, settings))])
}

/** The engine of each use, as far as that is known without loading any. */
export function servingOf(inspected: readonly InspectedModel[], settings: ModelSettings): Serving {
  if (!isRuntimeInstalled(settings)) return {}
  const ready = inspected.filter(({ status }) => status === 'ready')
  return Object.fromEntries(ready.reverse().map(({ use, engine }) => [use, engine]))
}

async function inspectOwn(use: ServedUse, path: string): Promise<InspectedModel> {
  const known = { id: `own-${use}`, engine: engineOf(path), use, where: path }
  try {
    const { sha256 } = await checksum([path])
    return { ...known, status: 'ready', sha256 }
  } catch (error) {
    const problem = `${CONTRACTS[use].setting} names a file that cannot be read (${(error as Error).message}). Correct the path, or unset it.`
    return { ...known, status: 'missing', problem }
  }
}

/** The file name in the form that replies use. */
const engineOf = (path: string): string =>
  basename(path)
    .replace(/\.onnx$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, 64) || 'own'

async function inspectPackage(model: Model, settings: ModelSettings): Promise<InspectedModel> {
  const { id, engine, use } = model
  const known = { id, engine, use, model }
  const chosen = settings.own[use as ServedUse]
  if (chosen !== undefined) return { ...known, status: 'replaced' }
  const { name: from, where, install } = sourceOf(model, settings)
  const again = `Install it again: ${install}`
  if (where === undefined) return { ...known, status: 'missing', problem: `${from} is not installed: ${install}` }
  for (const file of model.files) {
    const name = join(from, file.entry ?? file.path)
    try {
      const { sha256, bytes } = await checksum(await partsOf(where, file))
      if (sha256 !== file.sha256) {
        const found = bytes === file.bytes ? 'has other contents' : `has ${bytes} bytes instead of ${file.bytes}`
        const problem = `${name} ${found}; it is of another version or damaged. ${again}`
        return { ...known, where, status: 'damaged', problem }
      }
    } catch (error) {
      const problem = `${name} cannot be read (${(error as Error).message}). ${again}`
      return { ...known, where, status: 'damaged', problem }
    }
  }
  return { ...known, where, status: 'ready' }
}

/** The package with the files of a model, its folder if it is installed, and the command that installs it. */
function sourceOf({ package: from }: Model, { searchFrom }: ModelSettings) {
  if (!from) return { name: SERVER, where: serverFolder(), install: `npm install ${SERVER}` }
  const install = installCommand([`${from.name}@${from.version}`])
  return { name: from.name, where: packageFolder(from.name, searchFrom), install }
}
