import { type Graph, onnxGraph } from '../onnx/onnx-graph.ts'
import { type Convolution, convolve, PICTURE_IN, PICTURE_OUT, repeatPixels } from '../onnx/onnx-layers.ts'
import { transposeConstant } from '../onnx/transpose-constant.ts'
import { type TfjsManifest, type TfjsWeights, tfjsWeights } from './tfjs-weights.ts'

/**
 * Converts a Keras model from picture to picture into an ONNX file. Keras stores channels last; in the ONNX file they come
 * first. Its input and output have the names of the layers and are 1x3xHxW.
 *
 * @throws Error with the name of a layer that cannot be converted
 */
export function kerasToOnnx(json: string, weights: Uint8Array): Buffer {
  const model = kerasModel(json, weights)
  const graph = onnxGraph('keras')
  for (const layer of model.layers) {
    if (layer.class_name !== 'InputLayer') add(graph, model, layer)
  }
  return graph.file({ name: model.input, dims: PICTURE_IN }, { name: model.output, dims: PICTURE_OUT })
}

function add(graph: Graph, model: KerasModel, { class_name, name, config, inbound_nodes }: KerasLayer): void {
  const inputs = (inbound_nodes[0] ?? []).map(([from]) => from)
  const [input = '', ...others] = inputs
  const [times = 1, across] = config.size ?? []
  if (class_name === 'Conv2D' && isPlain(config)) {
    convolve(graph, input, name, convolution(model, name, config.padding))
  } else if (class_name === 'Activation' && config.activation === 'relu') {
    graph.node('Relu', [input], name)
  } else if (class_name === 'Concatenate' && config.axis === 3) {
    graph.node('Concat', inputs, name, { axis: 1 })
  } else if (class_name === 'Add') {
    let sum = input
    others.forEach((other, index) => {
      sum = graph.node('Add', [sum, other], index === others.length - 1 ? name : `${name}_${index}`)
    })
  } else if (class_name === 'UpSampling2D' && config.interpolation === 'nearest' && times === across) {
    repeatPixels(graph, input, name, times)
  } else {
    throw new Error(`the layer ${name} (${class_name}) cannot be converted`)
  }
}

const isPlain = ({ activation, strides, dilation_rate, groups, padding }: KerasLayer['config']): boolean =>
  activation === 'linear' &&
  [...(strides ?? []), ...(dilation_rate ?? []), groups ?? 1].every((one) => one === 1) &&
  (padding === 'same' || padding === 'valid')

/** Keras stores a kernel as [height, width, in, out]. */
function convolution(model: KerasModel, name: string, padding: string | undefined): Convolution {
  const kernel = model.weights(`${name}/kernel`)
  const [height = 0, width = 0] = kernel?.shape ?? []
  if (!(kernel?.values instanceof Float32Array) || height !== width || (padding === 'same' && height % 2 === 0))
    throw new Error(`the layer ${name} (Conv2D) cannot be converted`)
  const { dims, values } = transposeConstant(kernel.values, kernel.shape, [3, 2, 0, 1])
  const bias = model.weights(`${name}/bias`)?.values
  return {
    dims,
    weights: values,
    bias: bias && Float32Array.from(bias),
    pad: padding === 'same' ? (height - 1) / 2 : 0,
  }
}

/** One layer of a Keras model, with the part of its configuration that is read here. */
interface KerasLayer {
  readonly class_name: string
  readonly name: string
  readonly config: {
    readonly activation?: string
    readonly strides?: readonly number[]
    readonly dilation_rate?: readonly number[]
    readonly padding?: string
    readonly groups?: number
    readonly size?: readonly number[]
    readonly interpolation?: string
    readonly axis?: number
  }
  readonly inbound_nodes: readonly (readonly (readonly [string, ...unknown[]])[])[]
}

interface KerasModel {
  readonly layers: readonly KerasLayer[]
  readonly input: string
  readonly output: string
  /** Paths of the files with weights, in their order. */
  readonly files: readonly string[]
  weights(name: string): TfjsWeights | undefined
}

interface ModelFile {
  readonly format?: string
  readonly modelTopology: {
    readonly model_config: {
      readonly config: {
        readonly layers: readonly KerasLayer[]
        readonly input_layers: readonly (readonly [string, ...unknown[]])[]
        readonly output_layers: readonly (readonly [string, ...unknown[]])[]
      }
    }
  }
  readonly weightsManifest: readonly TfjsManifest[]
}

/**
 * Reads a Keras model as TensorFlow.js stores it: `model.json` and the files with weights, concatenated.
 *
 * @throws Error when it is not in that format
 */
function kerasModel(json: string, weights: Uint8Array): KerasModel {
  const { format, modelTopology, weightsManifest } = JSON.parse(json) as ModelFile
  if (format !== 'layers-model') throw new Error('it is not a layers model')
  const { layers, input_layers, output_layers } = modelTopology.model_config.config
  return {
    layers,
    input: input_layers[0]?.[0] ?? '',
    output: output_layers[0]?.[0] ?? '',
    files: weightsManifest.flatMap(({ paths }) => paths),
    weights: tfjsWeights(weightsManifest, weights),
  }
}
