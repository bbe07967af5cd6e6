import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ModelSettings } from '../../../src/models/model-settings.ts'

/** The loader of the repository's own scripts. */
const root = createRequire(new URL('../../../../../package.json', import.meta.url))
const entry = new URL('../../../src/models/thread/thread-entry.ts', import.meta.url)

/** The model thread from its source instead of its built file. */
export const startThread = (workerData: ModelSettings): Worker =>
  new Worker(
    `import(${JSON.stringify(pathToFileURL(root.resolve('tsx/esm/api')).href)}).then(({ register }) => {
      register()
      return import(${JSON.stringify(pathToFileURL(fileURLToPath(entry)).href)})
    })`,
    { eval: true, workerData },
  )
