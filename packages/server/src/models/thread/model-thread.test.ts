import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { Network, Networks } from '@platelight/imaging/network-port.ts'
import { describe, expect, it } from 'vitest'
import { modelFolder, withRuntime } from '../../../test/support/models/model-packages.ts'
import { numbers } from '../../../test/support/models/nets.ts'
import { startThread } from '../../../test/support/models/start-thread.ts'
import type { ModelSettings } from '../model-settings.ts'
import { localNetworks } from './local-networks.ts'
import { modelThread } from './model-thread.ts'
import { networkClient } from './network-client.ts'
import { serveNetworks } from './serve-networks.ts'

const picture = (seed: number) => ({ data: numbers(3 * 8 * 8, seed), dims: [1, 3, 8, 8] })

/** A real model thread, the number of its starts, and its reports. */
function started(settings: ModelSettings) {
  const threads: Worker[] = []
  const troubles: string[] = []
  const models = modelThread({
    settings,
    onTrouble: (problem) => troubles.push(problem),
    start: (data) => {
      const thread = startThread(data)
      threads.push(thread)
      return thread
    },
  })
  return { models, threads, troubles, found: async () => networkClient(models.connect()) }
}

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it('simultaneous tasks get the same results as with a network of their own', async () => {
    const { settings } = modelFolder('best')
    const own = localNetworks({ settings })
    const expected = await Promise.all([1, 2, 3].map(async (seed) => (await own.find('upscale'))?.run(picture(seed))))
    await own.close()

    const { models, threads, troubles } = started(settings)
    const tasks = [1, 2, 3].map(async (seed) => {
      const networks = networkClient(models.connect())
      const found = await networks.find('upscale')
      expect(found?.engine).toBe('best-x4')
      const given = picture(seed)
      const result = await found?.run(given)
      // Transferred, not copied.
      expect(given.data.length).toBe(0)
      networks.close()
      return result
    })
    expect(await Promise.all(tasks)).toEqual(expected)
    expect(threads).toHaveLength(1)
    expect(troubles).toEqual([])
    await models.close()
  })

  it('a network that was added and that no setting names starts no thread', async () => {
    const { settings } = modelFolder('best')
    mkdirSync(settings.addedFolder, { recursive: true })
    writeFileSync(
      join(settings.addedFolder, 'spare.json'),
      JSON.stringify({ name: 'spare', family: 'birefnet', sha256: 'ab' }),
    )
    const { models, threads, troubles } = started({ ...settings, own: {} })
    expect(await models.serving()).toEqual({ upscale: 'best-x4' })
    expect([threads.length, troubles]).toEqual([0, []])
    await models.close()
  })

  it('when the thread ends, waiting requests fail and the next task starts another thread', async () => {
    const { settings } = modelFolder('best')
    const { models, threads, troubles } = started(settings)
    const networks = networkClient(models.connect())
    const found = await networks.find('upscale')
    await threads[0]?.terminate()
    await expect(found?.run(picture(1))).rejects.toThrow('the model thread ended')
    await expect(networks.find('upscale')).rejects.toThrow('the model thread ended')
    await expect.poll(() => troubles).toEqual([expect.stringMatching(/the model thread ended/)])

    const next = await networkClient(models.connect()).find('upscale')
    expect((await next?.run(picture(1)))?.dims).toEqual([1, 3, 32, 32])
    expect(threads).toHaveLength(2)
    await models.close()
  })

  it('preloaded networks are in memory before the first request', async () => {
    const { settings } = modelFolder('best')
    const { models, threads, troubles } = started({ ...settings, preload: ['upscale', 'cutout'] })
    await models.preload()
    expect(threads).toHaveLength(1)
    expect(troubles).toEqual([expect.stringMatching(/PLATELIGHT_PRELOAD asks for cutout/)])
    expect(await models.serving()).toEqual({ upscale: 'best-x4' })
    await models.close()
  })
})

it('no thread is started for tasks that use no network', async () => {
  const { bare } = modelFolder('best')
  const { models, threads } = started(bare)
  for (let task = 0; task < 3; task++) networkClient(models.connect()).close()
  await later(50)
  expect(threads).toHaveLength(0)
  expect(await models.serving()).toEqual({})
  await models.close()
})

/** Networks that block their thread while they run, like the real runtime, and record their runs. */
function blocking(ms: number, meanwhile: (run: number) => void) {
  const ran: number[] = []
  const network: Network = {
    engine: 'blocking',
    async run({ data, dims }) {
      ran.push(data[0] ?? 0)
      meanwhile(data[0] ?? 0)
      const end = performance.now() + ms
      while (performance.now() < end);
      return { data, dims }
    },
  }
  const networks: Networks = { find: async () => network }
  return { networks, ran }
}

const connected = (serve: ReturnType<typeof serveNetworks>) => {
  const { port1, port2 } = new MessageChannel()
  // The model thread serves a port after the first message on it.
  port1.once('message', () => serve(port1))
  return networkClient(port2)
}
const one = (value: number) => ({ data: new Float32Array([value]), dims: [1] })

it('open requests of a cancelled task are dropped, and other tasks continue', async () => {
  const { networks, ran } = blocking(20, (run) => run === 1 && called.close())
  const serve = serveNetworks(networks)
  const [called, neighbour] = [connected(serve), connected(serve)]
  const [its, other] = [await called.find('cutout'), await neighbour.find('cutout')]
  const lost = [1, 2, 3, 4].map((value) => its?.run(one(value)).catch((error: Error) => error.message))
  const kept = other?.run(one(5))
  expect(await kept).toEqual(one(5))
  expect(ran).toEqual([1, 5])
  expect(await Promise.all(lost)).toEqual(Array(4).fill('the model thread ended'))
  neighbour.close()
})

it('all outputs of a network arrive, and are given away instead of copied', async () => {
  const outputs: Float32Array[] = []
  const tensor = (value: number) => {
    const data = new Float32Array([value])
    outputs.push(data)
    return { data, dims: [1] }
  }
  const run = async () => ({ ...tensor(1), further: [tensor(2), tensor(3)] })
  const there = connected(serveNetworks({ find: async () => ({ engine: 'several', run }) }))
  expect(await (await there.find('detect'))?.run(one(0))).toEqual({ ...one(1), further: [one(2), one(3)] })
  expect(outputs.map(({ length }) => length)).toEqual([0, 0, 0])
  there.close()
})

it('what its users have to know about a network arrives with it', async () => {
  const traits = { anySize: false, side: 384, isStrong: true }
  const there = connected(
    serveNetworks({ find: async () => ({ engine: 'strong', ...traits, run: async (input) => input }) }),
  )
  expect(await there.find('cutout')).toEqual({ engine: 'strong', ...traits, run: expect.any(Function) })
  there.close()
})

it('a network that fails fails only its own task', async () => {
  const networks: Networks = {
    find: async (use) => ({
      engine: 'moody',
      run: async (input) => {
        if (input.data[0] === 1) throw new Error(`no memory for ${use}`)
        return input
      },
    }),
  }
  const there = connected(serveNetworks(networks))
  const found = await there.find('upscale')
  const [bad, good] = await Promise.allSettled([found?.run(one(1)), found?.run(one(2))])
  expect(bad).toMatchObject({ reason: new Error('no memory for upscale') })
  expect(good).toMatchObject({ value: one(2) })
  there.close()
})
