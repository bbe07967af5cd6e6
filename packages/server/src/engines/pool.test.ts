import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../imaging/codec.ts'
import { poolEngine } from './pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-pool-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A thread that, told to, never ends by itself: in JavaScript, or in WebAssembly like a decoder that hangs. */
const worker = join(folder, 'worker.mjs')
const pulse = join(folder, 'pulse')
writeFileSync(
  worker,
  `import { appendFileSync } from 'node:fs'
const endless = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11])
export default async ({ operation }) => {
  if (operation === 'loop') for (;;) appendFileSync(${JSON.stringify(pulse)}, '.')
  if (operation === 'wasm') new WebAssembly.Instance(new WebAssembly.Module(endless)).exports.f()
  return { ok: true, images: [], engine: 'local', faithfulness: 'faithful', warnings: [], recipe: null }
}`,
)

it.each(['loop', 'wasm'])(
  'work that hangs (%s) is stopped by its deadline, and the next is done',
  async (operation) => {
    const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker) })
    const task = { params: {}, images: [] }
    const never = new AbortController().signal
    await engine.perform({ operation: 'none', ...task }, { signal: never })
    const hanging = engine.perform({ operation, ...task }, { signal: AbortSignal.timeout(300) })
    await expect(hanging).rejects.toThrow()
    expect(await engine.perform({ operation: 'none', ...task }, { signal: never })).toMatchObject({ ok: true })
    expect(engine.load()).toEqual({ busy: 0, waiting: 0 })

    // It did not just stop being waited for: nothing of it goes on.
    await later(200)
    const heard = () => (operation === 'loop' ? readFileSync(pulse).length : process.cpuUsage().user)
    const before = heard()
    await later(500)
    if (operation === 'loop') expect(heard()).toBe(before)
    else expect(heard() - before).toBeLessThan(350_000)
    await engine.close()
  },
)
