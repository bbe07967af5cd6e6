import { type Graph, onnxGraph, type Port } from '../onnx/onnx-graph.ts'
import { type TfjsGraphModel, type TfjsNode, tfjsGraphModel } from './tfjs-graph-model.ts'
import { channelsFirst } from './tfjs-operators/tfjs-layout.ts'
import { OPERATORS } from './tfjs-operators/tfjs-operators.ts'
import type { Value } from './tfjs-operators/tfjs-value.ts'

/** They say how TensorFlow calculates, and not what. Those whose names begin with an underscore are of the same kind. */
const WITHOUT_EFFECT = ['T', 'Tidx', 'Tshape', 'N', 'num_args', 'use_cudnn_on_gpu']

/**
 * Converts a TensorFlow graph from one picture into an ONNX file. TensorFlow stores channels last; in the ONNX file they come
 * first, in the input, in the outputs and between them. All sizes are those of the graph's input.
 *
 * @param outputs names of the nodes that become outputs; what only serves others is left out
 * @throws Error with the name of a node that cannot be converted exactly
 */
export function tfjsGraphToOnnx(json: string, weights: Uint8Array, outputs: readonly string[]): Buffer {
  const model = tfjsGraphModel(json, weights)
  const graph = onnxGraph('tfjs')
  const nodes = nodeConverter(model, graph)
  const results = outputs.map((name): Port => {
    const value = nodes.convert(name)
    if (value.kind === 'constant') throw new Error(`the output ${name} is a constant`)
    return { name: value.name, dims: channelsFirst(value.dims) }
  })
  const [input, ...others] = nodes.inputs
  if (!input || others.length > 0) throw new Error(`the graph has ${nodes.inputs.length} inputs instead of 1`)
  return graph.file(input, ...results)
}

/** Adds each node to the graph after those that it needs. */
function nodeConverter(model: TfjsGraphModel, graph: Graph) {
  const values = new Map<string, Value>()
  const inputs: Port[] = []

  const convert = (name: string): Value => {
    const known = values.get(name)
    if (known) return known
    const node = model.node(name)
    const value = add(node)
    values.set(name, value)
    return value
  }

  const add = (node: TfjsNode): Value => {
    const { name, operator } = node
    if (operator === 'Const') return constantOf(model, name)
    if (operator === 'Placeholder') {
      const dims = inputDims(node)
      inputs.push({ name, dims: channelsFirst(dims) })
      return { kind: 'computed', name, dims }
    }
    const known = OPERATORS[operator]
    try {
      if (!known) throw new Error('the operator is not known')
      checkAttributes(node, known.attributes)
      return known.convert(graph, node, node.inputs.map(convert))
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(`${name} (${operator}) cannot be converted: ${(error as Error).message}`)
    }
  }
  return { convert, inputs }
}

/** Already names its node. */
class Refusal extends Error {}

function checkAttributes(node: TfjsNode, known: readonly string[]): void {
  const unknown = node.attributes.filter(
    (attribute) => !attribute.startsWith('_') && ![...WITHOUT_EFFECT, ...known].includes(attribute),
  )
  if (unknown.length > 0) throw new Error(`the attribute ${unknown.join(', ')} is not known`)
  const type = node.type('T')
  if (type !== undefined && type !== 'DT_FLOAT') throw new Error(`it calculates with ${type}`)
}

function constantOf(model: TfjsGraphModel, name: string): Value {
  const weights = model.weights(name)
  if (!weights) throw new Refusal(`${name} (Const) has no weights`)
  return { kind: 'constant', dims: weights.shape, values: weights.values }
}

function inputDims(node: TfjsNode): readonly number[] {
  const dims = node.shape('shape')
  if (node.type('dtype') !== 'DT_FLOAT' || dims.length !== 4 || dims.some((dim) => dim < 1))
    throw new Refusal(`${node.name} (Placeholder) is not a picture of a fixed size`)
  return dims
}
