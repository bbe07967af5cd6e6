import { type Graph, onnxGraph } from '../onnx/onnx-graph.ts'
import { convolve, PICTURE_IN, PICTURE_OUT, repeatPixels } from '../onnx/onnx-layers.ts'
import { type NcnnLayer, ncnnLayers } from './ncnn-param.ts'
import { type NcnnWeights, ncnnWeights } from './ncnn-weights.ts'

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
