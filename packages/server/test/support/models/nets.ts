import { checksumOf } from '../../../src/models/files/file-checksum.ts'
import { ncnnToOnnx } from '../../../src/models/formats/ncnn-to-onnx.ts'
import { onnxGraph } from '../../../src/models/onnx/onnx-graph.ts'

/** Fixed numbers between -0.5 and 0.5 that 16-bit floating point represents exactly. */
export function numbers(count: number, seed = 1): Float32Array {
  let state = seed
  return Float32Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.round((state / 2_147_483_648 - 0.5) * 256) / 256
  })
}

/** The bits of a number that 16-bit floating point represents exactly. */
function toHalf(value: number): number {
  if (value === 0) return 0
  const size = Math.abs(value)
  const exponent = Math.floor(Math.log2(size))
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024)
}

const words = (values: Iterable<number>, write: (bytes: Buffer, value: number, at: number) => void, size: number) => {
  const all = [...values]
  const bytes = Buffer.alloc(Math.ceil((all.length * size) / 4) * 4)
  all.forEach((value, index) => {
    write(bytes, value, index * size)
  })
  return bytes
}
const floats = (values: Iterable<number>) => words(values, (bytes, value, at) => bytes.writeFloatLE(value, at), 4)
export const halves = (values: Iterable<number>) =>
  words(values, (bytes, value, at) => bytes.writeUInt16LE(toHalf(value), at), 2)

/** The ncnn files of a network that enlarges a picture four times: one convolution, slopes, and the picture itself. */
export function enlargingNcnn({ half = true, seed = 1 } = {}) {
  const kernel = numbers(48 * 3 * 9, seed)
  const bias = numbers(48, seed + 1)
  const slopes = numbers(48, seed + 2)
  const tag = Buffer.alloc(4)
  tag.writeUInt32LE(half ? 0x01306b47 : 0)
  const bin = Buffer.concat([tag, half ? halves(kernel) : floats(kernel), floats(bias), floats(slopes)])
  const param = `7767517
7 8
Input in 0 1 data
Split split 1 2 data one two
Convolution conv 1 1 one features 0=48 1=3 4=1 5=1 6=${kernel.length}
PReLU slopes 1 1 features bent 0=48
PixelShuffle shuffle 1 1 bent detail 0=4
Interp repeat 1 1 two large 0=1 1=4.0 2=4.0
BinaryOp sum 2 1 detail large output
`
  return { param, bin, kernel, bias, slopes }
}

/** An ONNX file whose output at each pixel is a share between 0 and 1, or with `share: false` any number. */
export function cuttingOnnx({ share = true, channels = 1, seed = 1 } = {}): Buffer {
  const graph = onnxGraph('cutting')
  const kernel = graph.constant([channels, 3, 1, 1], numbers(channels * 3, seed))
  const features = graph.node('Conv', ['picture', kernel], share ? 'features' : 'mask', { kernel_shape: [1, 1] })
  if (share) graph.node('Sigmoid', [features], 'mask')
  return graph.file(
    { name: 'picture', dims: [1, 3, 'height', 'width'] },
    { name: 'mask', dims: [1, channels, 'height', 'width'] },
  )
}

/** What a file of a family of cut-out networks looks like from outside. */
export interface FamilyFile {
  readonly input: string
  readonly outputs: readonly string[]
  /** Which of them is the mask; the others are its opposite. */
  readonly mask: number
  /** A number, or the name of a dynamic dimension. */
  readonly side: number | string
  /** Whether its graph ends in a sigmoid. */
  readonly sigmoid: boolean
  readonly half?: boolean
  readonly channelsLast?: boolean
}

/** The weights of the three channels in the networks of {@link familyOnnx}. */
export const FAMILY_WEIGHTS = [0.6, -0.9, 1.3] as const

/** A network with the inputs and outputs of a family, whose mask is a weighted sum of the channels of its input. */
export function familyOnnx({ input, outputs, mask, side, sigmoid, half = false, channelsLast = false }: FamilyFile) {
  const graph = onnxGraph('family')
  const planes = channelsLast ? graph.node('Transpose', [input], 'planes', { perm: [0, 3, 1, 2] }) : input
  const weights = graph.constant([1, 3, 1, 1], Float32Array.from(FAMILY_WEIGHTS))
  const summed = graph.node('Conv', [planes, weights], 'summed', { kernel_shape: [1, 1] })
  const ordered = channelsLast ? graph.node('Transpose', [summed], 'ordered', { perm: [0, 2, 3, 1] }) : summed
  const opposite = graph.node('Neg', [ordered], 'opposite')
  for (const [index, name] of outputs.entries()) {
    const [last] = [index === mask ? ordered : opposite]
    const made = sigmoid ? graph.node('Sigmoid', [last], `share_${index}`) : last
    if (half) graph.node('Cast', [made], name, { to: 10 })
    else graph.node('Identity', [made], name)
  }
  const dims = (channels: number) => (channelsLast ? [1, side, side, channels] : [1, channels, side, side])
  return graph.file({ name: input, dims: dims(3) }, ...outputs.map((name) => ({ name, dims: dims(1), isHalf: half })))
}

/** An ONNX file that finds something of a class everywhere; with `reach: false`, it does not say how far things reach. */
export function detectingOnnx({ reach = true } = {}): Buffer {
  const graph = onnxGraph('detecting')
  const convolution = (channels: number, output: string) =>
    graph.node('Conv', ['picture', graph.constant([channels, 3, 1, 1], numbers(channels * 3, channels))], output, {
      kernel_shape: [1, 1],
      strides: [4, 4],
    })
  graph.node('Sigmoid', [convolution(80, 'features')], 'centres')
  const port = (name: string, channels: number) => ({ name, dims: [1, channels, 128, 128] })
  if (reach) convolution(4, 'reach')
  return graph.file(
    { name: 'picture', dims: [1, 3, 512, 512] },
    port('centres', 80),
    ...(reach ? [port('reach', 4)] : []),
  )
}

/** The expected result of its conversion. */
export function expectedOnnx({ param, bin }: { param: string; bin: Buffer }) {
  const onnx = ncnnToOnnx(param, bin)
  return { bytes: onnx.byteLength, sha256: checksumOf(onnx) }
}
