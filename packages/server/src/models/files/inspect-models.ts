import { basename, join } from 'node:path'
import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import { serverFolder } from '../../base/server-folder.ts'
import { readOwnNetwork } from '../../base/text/own-network.ts'
import { CONTRACTS, MODELS, type Model, RUNTIME, type ServedUse } from '../model-catalogue.ts'
import { type ModelSettings, NONE } from '../model-settings.ts'
import { type AddedNetwork, addedPath, listAdded, readAdded } from './added-networks.ts'
import { checksum, checksumOnce } from './file-checksum.ts'
import { installCommand, packageFolder, partsOf, resolvePackage } from './locate-packages.ts'

/**
 * - `ready`: installed, with the expected checksum
 * - `missing`: its package or file does not exist
 * - `damaged`: installed, with another checksum
 * - `replaced`: the operator chose another file for its use, or no network
 * - `added`: by the operator, whose settings do not name it
 */
export type ModelStatus = 'ready' | 'missing' | 'damaged' | 'replaced' | 'added'

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
  /** The family of a cut-out network, if the operator said it. */
  readonly family?: string
  /** What is recorded of an added network. */
  readonly added?: AddedNetwork
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
    const named = settings.own[use]
    return named === undefined || named === NONE ? [] : [inspectOwn(use, named, settings)]
  })
  const inspected = await Promise.all([...own, ...models.map((model) => inspectPackage(model, settings))])
  if (!uses.includes('cutout')) return inspected
  const spare = (await listAdded(settings.addedFolder)).filter(({ name }) => name !== settings.own.cutout)
  return [...inspected, ...spare.map((added) => ({ ...factsOf(added, settings), status: 'added' as const }))]
}

/** The engine of each use, as far as that is known without loading any. */
export function servingOf(inspected: readonly InspectedModel[], settings: ModelSettings): Serving {
  if (!isRuntimeInstalled(settings)) return {}
  const ready = inspected.filter(({ status }) => status === 'ready')
  return Object.fromEntries(ready.reverse().map(({ use, engine }) => [use, engine]))
}

const factsOf = (added: AddedNetwork, { addedFolder }: ModelSettings) => {
  const { name, family, sha256 } = added
  return { id: name, engine: name, use: 'cutout' as const, where: addedPath(addedFolder, added), family, sha256, added }
}

async function inspectOwn(use: ServedUse, named: string, settings: ModelSettings): Promise<InspectedModel> {
  const { family, path, isName } = readOwnNetwork(named)
  const added = isName ? await readAdded(settings.addedFolder, path) : undefined
  const known = added
    ? factsOf(added, settings)
    : { id: `own-${use}`, engine: engineOf(path), use, where: path, ...(family !== undefined && { family }) }
  if (isName && !added) {
    const problem = `${CONTRACTS[use].setting} names "${path}", and no network of this name was added here. Add it with models add, or correct the setting; \`models list\` shows the names.`
    return { ...known, status: 'missing', problem }
  }
  try {
    const { sha256 } = await checksumOnce(known.where)
    if (!added || sha256 === added.sha256) return { ...known, status: 'ready', sha256 }
    const problem = `${known.where} was changed since it was added. Remove it with \`models remove ${path}\`, and add it again.`
    return { ...known, status: 'damaged', problem }
  } catch (error) {
    const problem = `${CONTRACTS[use].setting} names a file that cannot be read (${(error as Error).message}). Correct the path, or unset it.`
    return { ...known, status: 'missing', problem }
  }
}

/** The file name in the form that replies use. */
export const engineOf = (path: string): string =>
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
