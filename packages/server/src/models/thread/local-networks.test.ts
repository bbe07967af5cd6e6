import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { modelFolder, withRuntime } from '../../../test/support/models/model-packages.ts'
import { cuttingOnnx, detectingOnnx, numbers } from '../../../test/support/models/nets.ts'
import { inspectModels, servingOf } from '../files/inspect-models.ts'
import type { ModelSettings } from '../model-settings.ts'
import { localNetworks } from './local-networks.ts'

const picture = () => ({ data: numbers(3 * 4 * 4), dims: [1, 3, 4, 4] })
const damage = (file: string) => {
  const bytes = readFileSync(file)
  bytes[400]! ^= 1
  writeFileSync(file, bytes)
}

/** Networks with the given settings, and all problems that they reported. */
function under(settings: ModelSettings) {
  const troubles: string[] = []
  return { networks: localNetworks({ settings, onTrouble: (problem) => troubles.push(problem) }), troubles }
}

const engines = async (settings: ModelSettings) => servingOf(await inspectModels(settings), settings)

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it('the best installed network is converted once, loaded once, and runs', async () => {
    const { settings, models } = modelFolder('best', 'second')
    const { networks, troubles } = under(settings)
    const [found, again] = await Promise.all([networks.find('upscale'), networks.find('upscale')])
    expect([found?.engine, again?.engine]).toEqual(['best-x4', 'best-x4'])
    const made = await found?.run(picture())
    expect(made?.dims).toEqual([1, 3, 16, 16])
    expect(await again?.run(picture())).toEqual(made)
    expect(readdirSync(settings.cacheFolder)).toEqual([`best-${models[0]!.onnx.sha256.slice(0, 8)}.onnx`])
    expect(await networks.find('cutout')).toBeUndefined()
    expect(await engines(settings)).toEqual({ upscale: 'best-x4' })
    expect(troubles).toEqual([])
    await networks.close()
  })

  it('a damaged network is never loaded: the next one is used, and the damage is reported once', async () => {
    const { settings, file } = modelFolder('best', 'second')
    damage(file('best', 'net.bin'))
    const { networks, troubles } = under(settings)
    for (let turn = 0; turn < 3; turn++) expect((await networks.find('upscale'))?.engine).toBe('second-x4')
    expect(troubles).toEqual([
      expect.stringMatching(/best\/net\.bin has other contents.*npm install --ignore-scripts best@1\.0\.0/),
    ])
    expect(await engines(settings)).toEqual({ upscale: 'second-x4' })
    await networks.close()
  })

  it('a kept conversion that is damaged is created again', async () => {
    const { settings } = modelFolder('best')
    const first = under(settings).networks
    const before = await (await first.find('upscale'))?.run(picture())
    await first.close()
    const [kept = ''] = readdirSync(settings.cacheFolder)
    const whole = readFileSync(join(settings.cacheFolder, kept))
    damage(join(settings.cacheFolder, kept))
    const second = under(settings).networks
    expect(await (await second.find('upscale'))?.run(picture())).toEqual(before)
    expect(readFileSync(join(settings.cacheFolder, kept)).equals(whole)).toBe(true)
    await second.close()
  })

  it('a network is used even if its conversion cannot be kept, and the problem is reported', async () => {
    const { settings, folder } = modelFolder('best')
    writeFileSync(join(folder, 'data'), 'a file where the folder should be')
    const { networks, troubles } = under(settings)
    expect((await (await networks.find('upscale'))?.run(picture()))?.dims).toEqual([1, 3, 16, 16])
    expect(troubles).toEqual([expect.stringMatching(/could not be written/)])
    await networks.close()
  })

  it('an idle network is unloaded, and loaded again when it is needed', async () => {
    const { settings } = modelFolder('best')
    const served = vi.fn()
    const networks = localNetworks({ settings: { ...settings, idleMs: 40 }, onServing: served })
    const found = await networks.find('upscale')
    const before = await found?.run(picture())
    const timesServed = async () => {
      expect(await found?.run(picture())).toEqual(before)
      return served.mock.calls.length
    }
    await expect.poll(timesServed, { interval: 120 }).toBeGreaterThan(1)
    await networks.close()
  })

  it('a preloaded network stays in memory, however long it is idle', async () => {
    const { settings } = modelFolder('best')
    const served = vi.fn()
    const networks = localNetworks({ settings: { ...settings, idleMs: 20, preload: ['upscale'] }, onServing: served })
    const found = await networks.find('upscale')
    await new Promise((done) => setTimeout(done, 200))
    await found?.run(picture())
    expect(served).toHaveBeenCalledTimes(1)
    await networks.close()
  })

  it("an operator's own file replaces the others, under its own name", async () => {
    const { settings, folder } = modelFolder('best')
    const path = join(folder, 'Our Model.onnx')
    writeFileSync(path, cuttingOnnx())
    const chosen = { ...settings, own: { cutout: path } }
    const { networks, troubles } = under(chosen)
    const found = await networks.find('cutout')
    expect(found?.engine).toBe('our-model')
    expect((await networks.find('upscale'))?.engine).toBe('best-x4')
    expect(await engines(chosen)).toEqual({ cutout: 'our-model', upscale: 'best-x4' })
    const [own] = await inspectModels(chosen, 'cutout')
    expect(own).toMatchObject({ id: 'own-cutout', where: path, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(troubles).toEqual([])
    await networks.close()
  })

  it('a network gives all the outputs that the contract of its use has, in their order', async () => {
    const { settings, folder } = modelFolder()
    const path = join(folder, 'own.onnx')
    writeFileSync(path, detectingOnnx())
    const { networks, troubles } = under({ ...settings, own: { detect: path } })
    const found = await networks.find('detect')
    const made = await found?.run({ data: numbers(3 * 512 * 512), dims: [1, 3, 512, 512] })
    expect(made?.dims).toEqual([1, 80, 128, 128])
    expect(made?.further?.map(({ dims }) => dims)).toEqual([[1, 4, 128, 128]])
    expect(troubles).toEqual([])
    await networks.close()
  })

  it("an operator's own file without all the outputs of its use is not believed", async () => {
    const { settings, folder } = modelFolder()
    const path = join(folder, 'own.onnx')
    writeFileSync(path, detectingOnnx({ reach: false }))
    const { networks, troubles } = under({ ...settings, own: { detect: path } })
    expect(await networks.find('detect')).toBeUndefined()
    expect(troubles).toEqual([expect.stringMatching(/it has 1 of 2 outputs. PLATELIGHT_DETECT_MODEL needs/)])
    await networks.close()
  })

  it.each([
    ['of another shape', cuttingOnnx({ channels: 2 }), /1x2x1024x1024 instead of 1x1x1024x1024/],
    ['that answers with no shares', cuttingOnnx({ share: false }), /not between 0 and 1/],
    ['that is no network', Buffer.from('no network'), /own-cutout is not used for cutout/],
  ])("an operator's own file %s is not used, and nothing replaces it", async (_, onnx, problem) => {
    const { settings, folder } = modelFolder()
    const path = join(folder, 'own.onnx')
    writeFileSync(path, onnx)
    const { networks, troubles } = under({ ...settings, own: { cutout: path } })
    for (let turn = 0; turn < 2; turn++) expect(await networks.find('cutout')).toBeUndefined()
    expect(troubles).toEqual([expect.stringMatching(problem)])
    await networks.close()
  })

  it('a repaired model is used without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { settings, file } = modelFolder('best')
    const [net, whole] = [file('best', 'net.bin'), readFileSync(file('best', 'net.bin'))]
    damage(net)
    const { networks } = under(settings)
    expect(await networks.find('upscale')).toBeUndefined()
    writeFileSync(net, whole)
    vi.advanceTimersByTime(61_000)
    vi.useRealTimers()
    expect((await networks.find('upscale'))?.engine).toBe('best-x4')
    await networks.close()
  })
})

it('without the runtime there is no network and no error', async () => {
  const { bare } = modelFolder('best')
  const { networks, troubles } = under(bare)
  expect(await networks.find('upscale')).toBeUndefined()
  expect(troubles).toEqual([expect.stringMatching(/onnxruntime-node is not installed/)])
  expect(await engines(bare)).toEqual({})
  expect(existsSync(bare.cacheFolder)).toBe(false)
})

it('a model that is not installed is not a problem, and the report says how to install it', async () => {
  const { settings, folder } = modelFolder('best')
  rmSync(join(folder, 'node_modules'), { recursive: true })
  const { networks, troubles } = under(settings)
  expect(await networks.find('upscale')).toBeUndefined()
  expect(troubles).toEqual([])
  expect(await inspectModels(settings)).toEqual([
    expect.objectContaining({
      status: 'missing',
      problem: expect.stringContaining('npm install --ignore-scripts best@1.0.0'),
    }),
  ])
})

it('an operator can turn networks off', async () => {
  const { settings } = modelFolder('best')
  const none = { ...settings, own: { upscale: 'none' } }
  const { networks, troubles } = under(none)
  expect(await networks.find('upscale')).toBeUndefined()
  expect(await engines(none)).toEqual({})
  expect(troubles).toEqual([])
})

it('a missing file of the operator is reported with its setting', async () => {
  const { settings, folder } = modelFolder('best')
  const { networks, troubles } = under({ ...settings, own: { upscale: join(folder, 'gone.onnx') } })
  expect(await networks.find('upscale')).toBeUndefined()
  expect(troubles).toEqual([expect.stringMatching(/PLATELIGHT_UPSCALE_MODEL names a file that cannot be read/)])
})
