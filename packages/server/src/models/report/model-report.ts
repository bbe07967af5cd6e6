import { existsSync } from 'node:fs'
import { checksum } from '../files/file-checksum.ts'
import { type InspectedModel, inspectModels, servingOf } from '../files/inspect-models.ts'
import { installCommand, resolvePackage } from '../files/locate-packages.ts'
import { cachedPath, prepareOnnx } from '../files/prepare-onnx.ts'
import { CONTRACTS, RUNTIME, type ServedUse } from '../model-catalogue.ts'
import type { ModelSettings } from '../model-settings.ts'
import { loadRuntime } from '../thread/onnx-runtime.ts'
import { openNetwork } from '../thread/open-network.ts'

/** The JSON of `models list`. */
export interface ModelList {
  readonly runtime: { readonly package: string; readonly version: string; readonly where: string | null }
  /** The command that installs what is missing; null when nothing is. */
  readonly install: string | null
  readonly models: readonly ListedModel[]
}

export interface ListedModel {
  readonly id: string
  readonly use: string
  readonly engine: string
  readonly standing: InspectedModel['status']
  /** Whether the server would use it now. */
  readonly serves: boolean
  readonly where: string | null
  readonly problem: string | null
  readonly bytes: number | null
  readonly sha256: string | null
  /** Of an operator's own cut-out network, if it was said or the network was added. */
  readonly family: string | null
  readonly package: string | null
  readonly package_licence: string | null
  readonly weights_licence: string | null
  readonly origin: string | null
  /** The ONNX file that was created from it; null until it is needed. */
  readonly converted: string | null
}

export async function listModels(settings: ModelSettings): Promise<ModelList> {
  const inspected = await inspectModels(settings)
  const serving = servingOf(inspected, settings)
  const where = resolvePackage(RUNTIME.name, settings.searchFrom) ?? null
  const missing = inspected.flatMap(({ model, status }) =>
    model?.package && (status === 'missing' || status === 'damaged')
      ? [`${model.package.name}@${model.package.version}`]
      : [],
  )
  const packages = [...(where ? [] : [`${RUNTIME.name}@${RUNTIME.version}`]), ...missing]
  return {
    runtime: { package: RUNTIME.name, version: RUNTIME.version, where },
    install: packages.length > 0 ? installCommand(packages) : null,
    models: inspected.map((one) => listed(one, serving[one.use] === one.engine && one.status === 'ready', settings)),
  }
}

function listed(one: InspectedModel, serves: boolean, { cacheFolder }: ModelSettings): ListedModel {
  const { id, use, engine, status, model } = one
  const kept = model && cachedPath(model, cacheFolder)
  return {
    id,
    use,
    engine,
    standing: status,
    serves,
    where: one.where ?? null,
    problem: one.problem ?? null,
    bytes: one.added?.bytes ?? model?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? null,
    sha256: one.sha256 ?? model?.onnx.sha256 ?? null,
    family: one.family ?? null,
    package: model?.package ? `${model.package.name}@${model.package.version}` : null,
    package_licence: model?.package?.licence ?? null,
    weights_licence: one.added ? (one.added.licence ?? NOT_TOLD) : (model?.weights.licence ?? null),
    origin: one.added?.origin ?? model?.weights.origin ?? null,
    converted: kept !== undefined && existsSync(kept) ? kept : null,
  }
}

const NOT_TOLD = 'not told when it was added (--license)'

/** One model in the JSON of `models verify` and `models convert`. */
export interface VerifiedModel {
  readonly id: string
  readonly ok: boolean
  /** What is wrong and how to correct it, or the result of the check. */
  readonly message: string
}

/**
 * Compares models with their checksums, creates their ONNX files and, unless `run` is false, runs each once.
 *
 * @param ids models that must be installed; without any, all that are installed
 */
export async function verifyModels(
  settings: ModelSettings,
  { ids = [], run = true }: { ids?: readonly string[]; run?: boolean } = {},
): Promise<VerifiedModel[]> {
  const inspected = await inspectModels(settings)
  const unknown = ids.filter((id) => !inspected.some((one) => one.id === id))
  const wanted = inspected.filter(({ id, status, model }) =>
    ids.length > 0 ? ids.includes(id) : status === 'ready' || status === 'damaged' || !model,
  )
  const known = inspected.map(({ id }) => id).join(', ')
  const results: VerifiedModel[] = unknown.map((id) => ({
    id,
    ok: false,
    message: `There is no model of this name, only ${known}.`,
  }))
  // One after the other, because each may take a gigabyte while it runs.
  for (const one of wanted) results.push(await verify(one, settings, run))
  return results
}

async function verify(one: InspectedModel, settings: ModelSettings, run: boolean): Promise<VerifiedModel> {
  const { id, use, model, where = '', status } = one
  const failed = (message: string): VerifiedModel => ({ id, ok: false, message })
  if (status !== 'ready' && status !== 'added')
    return failed(one.problem ?? `${CONTRACTS[use as ServedUse].setting} is set: it is not used.`)
  try {
    const troubles: string[] = []
    const onnx = model
      ? await prepareOnnx(model, where, settings.cacheFolder, (trouble) => troubles.push(trouble))
      : where
    const file = typeof onnx === 'string' ? onnx : 'in memory'
    if (!run) return troubles.length > 0 ? failed(troubles.join('; ')) : { id, ok: true, message: file }
    const begin = performance.now()
    const { session, family, check } = await openNetwork(onnx, one, loadRuntime(settings), settings.threads)
    const loaded = performance.now()
    const wrong = await check()
    const ran = performance.now()
    await session.release()
    if (wrong !== undefined) return failed(`${wrong}.`)
    const sum = await sumOf(one, where)
    if (one.added && sum !== one.added.sha256) return failed(`${where} was changed since it was added.`)
    const read = family === undefined ? '' : `read as ${family}; `
    return {
      id,
      ok: true,
      message: `SHA-256 ${sum}; ${read}loaded in ${seconds(loaded - begin)}, ran in ${seconds(ran - loaded)}`,
    }
  } catch (error) {
    return failed(`${(error as Error).message}.`)
  }
}

/** The files of packages were compared with their checksums already. */
const sumOf = async ({ model }: InspectedModel, where: string): Promise<string> =>
  model?.onnx.sha256 ?? (await checksum([where])).sha256

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
