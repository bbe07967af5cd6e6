import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../base/config/server-config.ts'
import type { Model, ServedUse } from './model-catalogue.ts'

/** The operator's settings for networks: plain data, so that it can be sent to a thread. */
export interface ModelSettings {
  /**
   * For each use, the path of an ONNX file that replaces its models, or `none` to use no model. For cut-outs also
   * `family:path`, or the name of an added network.
   */
  readonly own: Readonly<Partial<Record<ServedUse, string>>>
  /** Where converted models are kept; created with the first one. */
  readonly cacheFolder: string
  /** Where added networks are; created with the first one. */
  readonly addedFolder: string
  /** Files from which packages are resolved, as `require` would from each. */
  readonly searchFrom: readonly string[]
  /** Processor threads that one network may use. */
  readonly threads: number
  /** Uses whose networks are loaded when the server starts, and never unloaded. */
  readonly preload: readonly ServedUse[]
  /** A network that was not used for this long is unloaded; 0 keeps it in memory. */
  readonly idleMs: number
  /** By default those that MODELS.md lists. */
  readonly models?: readonly Model[]
}

/** The value that turns a network off. */
export const NONE = 'none'

/** A network uses all processor threads, because the other threads of the server wait for it. */
export const modelSettings = ({ models, dataFolder, threads }: Config): ModelSettings => ({
  ...models,
  cacheFolder: join(dataFolder, 'models'),
  addedFolder: join(dataFolder, 'networks'),
  // Beside the server first, then in the folder that it was started from.
  searchFrom: [fileURLToPath(import.meta.url), join(process.cwd(), 'index.js')],
  threads,
})
