import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { afterAll, expect, it, vi } from 'vitest'
import type { Task } from './engine-port.ts'
import { poolEngine } from './thread-pool-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-pool-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A thread that never ends on request: it loops in JavaScript, or in WebAssembly like a decoder that hangs. */
const worker = join(folder, 'worker.mjs')
const pulse = join(folder, 'pulse')
writeFileSync(
  worker,
  `import { appendFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const endless = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11])
export default async ({ operation, networks, number }) => {
  const report = (current) => parentPort.postMessage({ number, progress: { current, total: 2, status: operation } })
  if (number !== undefined) report(1)
  networks?.postMessage(operation)
  if (operation === 'loop') for (;;) appendFileSync(${JSON.stringify(pulse)}, '.')
  if (operation === 'wasm') new WebAssembly.Instance(new WebAssembly.Module(endless)).exports.f()
  if (operation === 'exit') process.exit(3)
  if (operation === 'late') await new Promise(() => setTimeout(() => { throw new Error('too late') }, 5))
  if (operation === 'slow') await new Promise((done) => setTimeout(done, 600))
  if (number !== undefined) report(2)
  return { ok: true, outputs: [], engine: 'local', faithfulness: 'faithful', warnings: [], recipe: null }
}`,
)

/** The tasks of the thread above, which are not operations of the server. */
const taskOf = (operation: string) => ({ operation, params: {}, inputs: [] }) as unknown as Task

it.each(['loop', 'wasm'])(
  'work that hangs (%s) is stopped by its deadline, and the next task is performed',
  async (operation) => {
    const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker) })
    const never = new AbortController().signal
    await engine.perform(taskOf('none'), { signal: never })
    const hanging = engine.perform(taskOf(operation), { signal: AbortSignal.timeout(300) })
    await expect(hanging).rejects.toThrow()
    expect(await engine.perform(taskOf('none'), { signal: never })).toMatchObject({ ok: true })
    expect(engine.load()).toEqual({ busy: 0, waiting: 0 })

    // The task has really ended, and not only its wait: nothing of it runs any more, as soon as the busy machine has
    // stopped it.
    const heard = () => (operation === 'loop' ? readFileSync(pulse).length : process.cpuUsage().user)
    const quiet = operation === 'loop' ? 1 : 350_000
    const heardLately = async () => {
      const before = heard()
      await later(500)
      return heard() - before
    }
    await expect.poll(heardLately).toBeLessThan(quiet)
    await engine.close()
  },
)

it('a thread that dies fails only its own task', async () => {
  const engine = poolEngine({ threads: 2, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker) })
  const signal = new AbortController().signal
  const neighbour = engine.perform(taskOf('slow'), { signal })
  await expect(engine.perform(taskOf('exit'), { signal })).rejects.toThrow('exited')
  await expect(engine.perform(taskOf('late'), { signal })).rejects.toThrow('too late')
  expect(await neighbour).toMatchObject({ ok: true })
  expect(await engine.perform(taskOf('none'), { signal })).toMatchObject({ ok: true })
  expect(engine.load()).toEqual({ busy: 0, waiting: 0 })
  await engine.close()
})

it('a task closes its port to the networks when it ends or is cancelled, and opens none before it starts', async () => {
  const ends: { port: MessagePort; heard: string[]; closed: boolean }[] = []
  const models = {
    connect() {
      const { port1, port2 } = new MessageChannel()
      const end = { port: port1, heard: [] as string[], closed: false }
      port1.on('message', (word: string) => end.heard.push(word))
      port1.on('close', () => {
        end.closed = true
      })
      ends.push(end)
      return port2
    },
    serving: async () => ({ cutout: 'drawn' }),
    inMemory: () => [],
    preload: async () => {},
    close: vi.fn(async () => {}),
  }
  const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker), models })
  const [started, queued] = [new AbortController(), new AbortController()]
  const first = engine.perform(taskOf('loop'), { signal: started.signal })
  const second = engine.perform(taskOf('none'), { signal: queued.signal })
  await expect.poll(() => ends[0]?.heard).toEqual(['loop'])
  queued.abort()
  await expect(second).rejects.toThrow()
  started.abort()
  await expect(first).rejects.toThrow()
  await engine.perform(taskOf('none'), { signal: new AbortController().signal })
  await expect.poll(() => ends[0]?.closed).toBe(true)
  await expect.poll(() => ends.map(({ heard }) => heard)).toEqual([['loop'], ['none']])
  expect(await engine.serving()).toEqual({ cutout: 'drawn' })
  await engine.close()
  await expect.poll(() => ends.every(({ closed }) => closed)).toBe(true)
  expect(models.close).toHaveBeenCalledTimes(1)
})

it('progress is reported only to the caller of the task', async () => {
  const engine = poolEngine({ threads: 2, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker) })
  const { signal } = new AbortController()
  const said: string[] = []
  const report =
    (who: string) =>
    ({ current, total, status }: { current: number; total: number; status: string }) =>
      void said.push(`${who}: ${current} of ${total}, ${status}`)
  await Promise.all([
    engine.perform(taskOf('slow'), { signal, report: report('one') }),
    engine.perform(taskOf('slow'), { signal }),
  ])
  await engine.perform(taskOf('slow'), { signal, report: report('two') })
  await expect.poll(() => said).toEqual(expect.arrayContaining(['one: 1 of 2, slow', 'two: 1 of 2, slow']))
  expect(said.filter((one) => one.startsWith('one'))[0]).toBe('one: 1 of 2, slow')
  await engine.close()
})

it('a free thread goes to the task with the highest priority, whose start is reported; after closing no task starts', async () => {
  const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker: pathToFileURL(worker) })
  const { signal } = new AbortController()
  const started: string[] = []
  const perform = (name: string, priority?: number) => {
    const options = { signal, onStart: () => void started.push(name), ...(priority !== undefined && { priority }) }
    return engine.perform(taskOf(name === 'slow' ? name : 'none'), options)
  }
  const all = [perform('slow', 0), perform('item', 0), perform('job', 1), perform('person', 2), perform('check')]
  expect(engine.load()).toEqual({ busy: 1, waiting: 4 })
  await Promise.all(all)
  expect(started).toEqual(['slow', 'check', 'person', 'job', 'item'])

  const reported = Promise.allSettled([perform('slow'), perform('waits')])
  await engine.close()
  expect((await reported).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(perform('late')).rejects.toThrow('ended')
})
