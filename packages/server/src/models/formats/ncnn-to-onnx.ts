import { type Graph, onnxGraph } from '../onnx/onnx-graph.ts'
import { convolve, PICTURE_IN, PICTURE_OUT, repeatPixels } from '../onnx/onnx-layers.ts'
import { fromHalf } from './half-float.ts'

/** The numbers of the parameters of each layer. */
const CONVOLUTION = {
  outputs: 0,
  kernel: 1,
  dilation: 2,
  stride: 3,
  pad: 4,
  bias: 5,
  weights: 6,
  activation: 9,
  tall: 11,
}
const INTERPOLATION = { mode: 0, height: 1, width: 2 }
const NEAREST = 1
const ADDITION = 0

/**
 * Converts an ncnn model from picture to picture into an ONNX file: input `data`, output `output`, both 1x3xHxW.
 *
 * @throws Error with the name of a layer that cannot be converted
 */
export function ncnnToOnnx(param: string, bin: Uint8Array): Buffer {
  const graph = onnxGraph('ncnn')
  const weights = ncnnWeights(bin)
  // A split gives one value several names.
  const values = new Map<string, string>()
  const sourceOf = (blob: string): string => values.get(blob) ?? blob
  let first = ''
  let last = ''

  for (const layer of ncnnLayers(param)) {
    const inputs = layer.inputs.map(sourceOf)
    const [output = ''] = layer.outputs
    if (layer.type === 'Input') first = output
    else if (layer.type === 'Split') for (const name of layer.outputs) values.set(name, inputs[0] ?? '')
    else last = add(graph, weights, layer, inputs, output)
  }
  if (weights.left() > 0) throw new Error(`${weights.left()} bytes of weights belong to no layer`)
  return graph.file({ name: first, dims: PICTURE_IN }, { name: last, dims: PICTURE_OUT })
}

function add(graph: Graph, weights: NcnnWeights, layer: NcnnLayer, inputs: string[], output: string): string {
  const { type, parameter } = layer
  const [input = ''] = inputs
  switch (type) {
    case 'Convolution':
      return convolve(graph, input, output, convolution(weights, layer))
    case 'PReLU': {
      const channels = parameter(0)
      return graph.node('PRelu', [input, graph.constant([channels, 1, 1], weights.plain(channels))], output)
    }
    case 'PixelShuffle':
      return graph.node('DepthToSpace', [input], output, { blocksize: parameter(0), mode: 'CRD' })
    case 'Interp': {
      const times = parameter(INTERPOLATION.height)
      const even = times === parameter(INTERPOLATION.width) && Number.isInteger(times)
      if (parameter(INTERPOLATION.mode) !== NEAREST || !even) break
      return repeatPixels(graph, input, output, times)
    }
    case 'BinaryOp':
      if (parameter(0) !== ADDITION) break
      return graph.node('Add', inputs, output)
  }
  throw new Error(`the layer ${layer.name} (${type}) cannot be converted`)
}

function convolution(weights: NcnnWeights, { name, parameter }: NcnnLayer) {
  const outputs = parameter(CONVOLUTION.outputs)
  const kernel = parameter(CONVOLUTION.kernel)
  const count = parameter(CONVOLUTION.weights)
  const plain =
    [0, 1].includes(parameter(CONVOLUTION.stride)) &&
    [0, 1].includes(parameter(CONVOLUTION.dilation)) &&
    [0, kernel].includes(parameter(CONVOLUTION.tall)) &&
    parameter(CONVOLUTION.activation) === 0
  if (!plain) throw new Error(`the layer ${name} (Convolution) cannot be converted`)
  return {
    dims: [outputs, count / (outputs * kernel * kernel), kernel, kernel] as const,
    weights: weights.tagged(count),
    bias: parameter(CONVOLUTION.bias) ? weights.plain(outputs) : undefined,
    pad: parameter(CONVOLUTION.pad),
  }
}

const MAGIC = '7767517'

/** One layer of an ncnn model: a line of its .param file. */
interface NcnnLayer {
  readonly type: string
  readonly name: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** A parameter by its number; 0 when it is not given. */
  parameter(id: number): number
}

/**
 * Reads the .param file of an ncnn model.
 *
 * @throws Error when it is not such a file, or a line cannot be read
 */
function ncnnLayers(text: string): NcnnLayer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines[0]?.trim() !== MAGIC) throw new Error('it is not an ncnn model')
  const count = Number(lines[1]?.trim().split(/\s+/)[0])
  const layers = lines.slice(2).map(layerOf)
  if (layers.length !== count) throw new Error(`it announces ${count} layers and has ${layers.length}`)
  return layers
}

function layerOf(line: string): NcnnLayer {
  const [type = '', name = '', ins, outs, ...rest] = line.trim().split(/\s+/)
  const inputs = rest.slice(0, Number(ins))
  const outputs = rest.slice(inputs.length, inputs.length + Number(outs))
  const pairs = rest.slice(inputs.length + outputs.length).map((pair) => {
    const [id, value] = pair.split('=')
    return [Number(id), Number(value)] as const
  })
  const parameters = new Map(pairs)
  if (inputs.length !== Number(ins) || outputs.length !== Number(outs) || pairs.some((pair) => pair.some(Number.isNaN)))
    throw new Error(`a layer that cannot be read: ${line.trim()}`)
  return { type, name, inputs, outputs, parameter: (id) => parameters.get(id) ?? 0 }
}

/** The tag before weights that are stored as 16-bit floating-point numbers. */
const HALF_TAG = 0x01306b47
const FLOAT_TAG = 0

interface NcnnWeights {
  /** Weights of a layer that are preceded by a tag for their type. */
  tagged(count: number): Float32Array
  /** Numbers that are always 32-bit: biases, slopes. */
  plain(count: number): Float32Array
  /** Bytes that were not read yet. */
  left(): number
}

/**
 * Reads the .bin file of an ncnn model, layer after layer in the order of its .param file.
 *
 * @throws Error when it ends early, or has weights that are neither 16-bit nor 32-bit floating point
 */
function ncnnWeights(file: Uint8Array): NcnnWeights {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let offset = 0

  const take = (length: number): number => {
    if (offset + length > file.byteLength) throw new Error('the weights end before the last layer')
    const at = offset
    offset += length
    return at
  }
  const plain = (count: number): Float32Array => {
    const at = take(count * 4)
    return Float32Array.from({ length: count }, (_, index) => view.getFloat32(at + index * 4, true))
  }

  return {
    plain,
    tagged(count) {
      const tag = view.getUint32(take(4), true)
      if (tag === FLOAT_TAG) return plain(count)
      if (tag !== HALF_TAG) throw new Error(`weights of an unknown type, 0x${tag.toString(16)}`)
      // Padded to whole 32-bit words.
      const at = take(Math.ceil(count / 2) * 4)
      return Float32Array.from({ length: count }, (_, index) => fromHalf(view.getUint16(at + index * 2, true)))
    },
    left: () => file.byteLength - offset,
  }
}
