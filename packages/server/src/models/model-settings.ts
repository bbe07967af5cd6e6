import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../base/config/server-config.ts'
import type { Model, ServedUse } from './model-catalogue.ts'

/** What an operator chose about networks; plain data, so that a thread can be given it. */
export interface ModelSettings {
  /** Path of an ONNX file that replaces the models of a use, or `none` for doing without. */
  readonly own: Readonly<Partial<Record<ServedUse, string>>>
  /** Where converted models are kept; made when the first is. */
  readonly cacheFolder: string
  /** Files from which packages are looked for, as `require` would from each. */
  readonly searchFrom: readonly string[]
  /** Threads of the processor that one network may use. */
  readonly threads: number
  /** Loaded when the server starts, and never unloaded. */
  readonly preload: readonly ServedUse[]
  /** A network that was not asked for this long gives its memory back; 0 keeps it. */
  readonly idleMs: number
  /** Left out: those that MODELS.md lists. */
  readonly models?: readonly Model[]
}

/** Do without the models of a use. */
export const NONE = 'none'

/** How many of the processor's threads one network uses: all of them, as it runs while the others wait for it. */
export const modelSettings = ({ models, dataFolder, threads }: Config): ModelSettings => ({
  ...models,
  cacheFolder: join(dataFolder, 'models'),
  // Beside the server first, then beside whatever it was started from.
  searchFrom: [fileURLToPath(import.meta.url), join(process.cwd(), 'index.js')],
  threads,
})
