import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ModelSettings } from '../../../src/models/model-settings.ts'

/** The loader of the repository's own scripts. */
const root = createRequire(new URL('../../../../../package.json', import.meta.url))
/** `require` resolves to its CommonJS twin, which looks for its hooks in the wrong folder. */
const loader = new URL('index.mjs', pathToFileURL(root.resolve('tsx/esm/api')))
const entry = new URL('../../../src/models/thread/thread-entry.ts', import.meta.url)

/** The model thread from its source instead of its built file. */
export const startThread = (workerData: ModelSettings): Worker =>
  new Worker(
    `import(${JSON.stringify(loader.href)}).then(({ register }) => {
      register()
      return import(${JSON.stringify(pathToFileURL(fileURLToPath(entry)).href)})
    })`,
    { eval: true, workerData },
  )
