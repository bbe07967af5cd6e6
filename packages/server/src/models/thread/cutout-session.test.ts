import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { modelFolder, withRuntime } from '../../../test/support/models/model-packages.ts'
import { FAMILY_WEIGHTS, type FamilyFile, familyOnnx, numbers } from '../../../test/support/models/nets.ts'
import { onnxGraph } from '../onnx/onnx-graph.ts'
import { localNetworks } from './local-networks.ts'

/** Networks with one file of the operator for cut-outs, and what they reported. */
function withFile(name: string, onnx: Buffer, family?: string) {
  const { settings, folder } = modelFolder()
  const path = join(folder, name)
  writeFileSync(path, onnx)
  const troubles: string[] = []
  const own = { cutout: family === undefined ? path : `${family}:${path}` }
  const networks = localNetworks({ settings: { ...settings, own }, onTrouble: (trouble) => troubles.push(trouble) })
  onTestFinished(() => networks.close())
  return { networks, troubles }
}

/** Planes of values from 0 to 200 of 255. */
const values = (side: number) => numbers(3 * side * side, 7).map((value) => Math.round(200 * (value + 0.5)))

interface Expected {
  readonly side: number
  readonly mean: readonly number[]
  readonly deviation: readonly number[]
  readonly scale?: number
  readonly stretched?: boolean
  readonly isStrong?: boolean
}

const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] }
const HALF = { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] }

/** The mask that a network of {@link familyOnnx} gives if it is read correctly. */
function expectedMask(data: Float32Array, { mean, deviation, scale = 255, stretched = false }: Expected): number[] {
  const plane = data.length / 3
  const shares = Array.from({ length: plane }, (_, i) => {
    const sum = FAMILY_WEIGHTS.reduce(
      (all, weight, c) => all + (weight * (data[c * plane + i]! / scale - mean[c]!)) / deviation[c]!,
      0,
    )
    return 1 / (1 + Math.exp(-sum))
  })
  if (!stretched) return shares
  const lowest = shares.reduce((least, share) => Math.min(least, share), 1)
  const highest = shares.reduce((most, share) => Math.max(most, share), 0)
  return shares.map((share) => (share - lowest) / (highest - lowest))
}

const one = (input: string, output: string, side: number, sigmoid: boolean): FamilyFile => {
  return { input, outputs: [output], mask: 0, side, sigmoid }
}
const U2NET = { input: 'input.1', outputs: ['1959', '1960', '1961', '1962', '1963', '1964', '1965'], mask: 0 }
const AS_U2NET = { ...IMAGENET, side: 320, scale: 200, stretched: true }
const AS_SWIN = { ...IMAGENET, side: 64, isStrong: true }

describe('with onnxruntime-node, which is optional', withRuntime, () => {
  it.each<[string, FamilyFile, Expected]>([
    ['u2netp.onnx', { ...U2NET, side: 320, sigmoid: true }, AS_U2NET],
    ['u2net of channels last.onnx', { ...U2NET, side: 320, sigmoid: true, channelsLast: true }, AS_U2NET],
    ['isnet-general-use.onnx', one('input_image', 'output_image', 64, true), { ...HALF, side: 64, stretched: true }],
    [
      'isnet.onnx',
      { input: 'x', outputs: ['d1', 'd2', 'd3'], mask: 0, side: 64, sigmoid: true },
      { ...HALF, side: 64, stretched: true },
    ],
    ['RMBG-1.4.onnx', one('input', 'output', 64, true), { ...HALF, side: 64, stretched: true }],
    ['bria-rmbg-2.0.onnx', one('pixel_values', 'alphas', 64, true), AS_SWIN],
    ['model.onnx', one('pixel_values', 'alphas', 64, false), AS_SWIN],
    ['BiRefNet-general-epoch_244.onnx', one('input_image', 'output_image', 64, false), AS_SWIN],
    ['BiRefNet-portrait-epoch_150.onnx', one('input_image', 'output_image', 64, false), AS_SWIN],
    ['BiRefNet_512x512.onnx', one('input_image', 'output_image', 512, false), { ...AS_SWIN, side: 512 }],
    [
      'birefnet of four outputs.onnx',
      { input: 'x', outputs: ['a', 'b', 'c', 'd'], mask: 3, side: 64, sigmoid: false },
      AS_SWIN,
    ],
    [
      'BiRefNet_dynamic.onnx',
      { ...one('input_image', 'output_image', 0, false), side: 'side' },
      { ...AS_SWIN, side: 1024 },
    ],
    ['inspyrenet.onnx', one('input', 'output', 384, true), { ...AS_SWIN, side: 384 }],
    [
      'BEN2_Base.onnx',
      { ...one('input.1', '10412', 64, true), half: true },
      { mean: [0, 0, 0], deviation: [1, 1, 1], side: 64, stretched: true, isStrong: true },
    ],
    ['ours.onnx', one('picture', 'mask', 64, true), { ...HALF, scale: 256, side: 64 }],
  ])('%s gets and gives what its family does, to the value', async (name, file, expected) => {
    const { networks, troubles } = withFile(name, familyOnnx(file))
    const network = await networks.find('cutout')
    expect(troubles).toEqual([])
    expect([network?.side, network?.isStrong ?? false, network?.anySize]).toEqual([
      expected.side,
      expected.isStrong ?? false,
      false,
    ])
    const picture = values(expected.side)
    const input = { data: picture.map((value) => (value - 128) / 256), dims: [1, 3, expected.side, expected.side] }
    const mask = await network!.run(input)
    expect(mask.dims).toEqual([1, 1, expected.side, expected.side])
    const wanted = expectedMask(picture, expected)
    const farthest = wanted.reduce((most, share, i) => Math.max(most, Math.abs(share - mask.data[i]!)), 0)
    expect(farthest).toBeLessThan(file.half ? 2e-3 : 1e-4)
  })

  it('a network of any size keeps the sizes only where its family cuts well on them', async () => {
    const file = { ...one('input', 'output', 0, true), side: 'side' }
    const traits = async (name: string) => {
      const network = await withFile(name, familyOnnx(file)).networks.find('cutout')
      return [network?.anySize, network?.side]
    }
    expect(await traits('isnet.onnx')).toEqual([true, 1024])
    expect(await traits('ben2.onnx')).toEqual([false, 1024])
    expect(await traits('u2net.onnx')).toEqual([false, 320])
  })

  it('the family before the path counts, and a wrong one shows in the values', async () => {
    const file = familyOnnx(one('input', 'output', 64, true))
    const masks = await Promise.all(
      ['plain', 'rmbg-2.0', 'u2net'].map(async (family) => {
        const network = await withFile('net.onnx', file, family).networks.find('cutout')
        const data = values(64).map((value) => (value - 128) / 256)
        return (await network!.run({ data, dims: [1, 3, 64, 64] })).data
      }),
    )
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(Math.max(...masks[a]!.map((share, i) => Math.abs(share - masks[b]![i]!)))).toBeGreaterThan(0.05)
  })

  it.each<[string, string, Buffer, RegExp]>([
    ['of another family', 'isnet.onnx', familyOnnx(one('x', 'y', 64, false)), /not between 0 and 1 \(read as isnet;/],
    ['of classes of clothes', 'u2net_cloth_seg.onnx', classes(), /1x4x64x64 instead of 1x1x64x64/],
    ['that is the same everywhere', 'birefnet.onnx', constant(0.5), /the same everywhere/],
    ['of no numbers', 'birefnet.onnx', constant(Number.NaN), /not between 0 and 1/],
  ])('an output %s is no mask, and the file is not used', async (_, name, onnx, problem) => {
    const { networks, troubles } = withFile(name, onnx)
    expect(await networks.find('cutout')).toBeUndefined()
    expect(troubles).toEqual([expect.stringMatching(problem)])
  })

  it('a family that does not exist is reported with those that do', async () => {
    const { networks, troubles } = withFile('net.onnx', familyOnnx(one('x', 'y', 64, true)), 'unet')
    expect(await networks.find('cutout')).toBeUndefined()
    expect(troubles).toEqual([expect.stringMatching(/"unet" is no family of cut-out networks; there are birefnet,/)])
  })
})

function classes(): Buffer {
  const graph = onnxGraph('classes')
  const features = graph.node('Conv', ['x', graph.constant([4, 3, 1, 1], numbers(12))], 'f', { kernel_shape: [1, 1] })
  graph.node('Sigmoid', [features], 'y')
  return graph.file({ name: 'x', dims: [1, 3, 64, 64] }, { name: 'y', dims: [1, 4, 64, 64] })
}

function constant(value: number): Buffer {
  const graph = onnxGraph('constant')
  const weights = graph.constant([1, 3, 1, 1], new Float32Array(3))
  const bias = graph.constant([1], new Float32Array([value]))
  graph.node('Conv', ['x', weights, bias], 'y', { kernel_shape: [1, 1] })
  return graph.file({ name: 'x', dims: [1, 3, 64, 64] }, { name: 'y', dims: [1, 1, 64, 64] })
}
