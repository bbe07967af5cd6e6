import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Engine } from '../../src/engines/engine-port.ts'
import { poolEngine } from '../../src/engines/thread-pool-engine.ts'

/** A worker that never ends a four-fold upscale, and refuses everything else. */
export const HANGS_AT_FOUR = `export default async ({ params }) => {
  if (params.scale === 4) for (;;);
  return { ok: false, code: 'image_unreadable', message: 'The thread is alive.' }
}`

/** The real pool with one thread that runs this module. */
export const threadEngine =
  (source: string) =>
  ({ limits }: { limits: ImageLimits }): Engine => {
    const folder = mkdtempSync(join(tmpdir(), 'platelight-thread-'))
    const worker = join(folder, 'worker.mjs')
    writeFileSync(worker, source)
    const engine = poolEngine({ threads: 1, limits, worker: pathToFileURL(worker) })
    return {
      ...engine,
      async close() {
        await engine.close()
        rmSync(folder, { recursive: true })
      },
    }
  }
